/** What is sent is UTF-8, and says so. */
export const JSON_TYPE = 'application/json; charset=utf-8'
export const CSV_TYPE = 'text/csv; charset=utf-8'
