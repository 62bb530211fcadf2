/** Writes an entry of the engine's log. Entries never contain secrets, Authorization headers or query strings. */
export type Log = (entry: LogEntry) => void

export interface LogEntry {
  level: 'error'
  message: string
  requestId?: string
  /** Without the query, which can contain a signature. */
  path?: string
  method?: string
  /** Stack of an unexpected error. */
  error?: string
}
