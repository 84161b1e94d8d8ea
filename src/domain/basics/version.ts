/** Of the program: package.json's. */
export const VERSION = '1.0.0'

/** Of what it promises over HTTP: fields are added, never renamed or removed, while it stays. */
export const API_VERSION = '1.0'
