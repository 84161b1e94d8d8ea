/** Version of the program, from package.json. */
export const VERSION = '1.0.0'

/** Version of the HTTP contract. Within one version fields are added, never renamed or removed. */
export const API_VERSION = '1.0'
