/** Takes one entry of the engine's log. Entries hold no secrets, no Authorization header and no query string. */
export type Log = (entry: LogEntry) => void

export interface LogEntry {
  level: 'error'
  message: string
  requestId?: string
  /** Path without query: a presigned query holds a signature. */
  path?: string
  method?: string
  /** Stack of an unexpected error. */
  error?: string
}
