/** What the bench asks of it: it is installed in bench/ alone, and types are checked without it too. */
declare module '@duckdb/node-api' {
  interface Connection {
    run(sql: string): Promise<unknown>
    runAndReadAll(sql: string): Promise<{ getRowsJson(): unknown[][] }>
  }
  export const DuckDBInstance: { create(): Promise<{ connect(): Promise<Connection> }> }
}
