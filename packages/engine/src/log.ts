/**
 * Writes an entry to standard error as a line of JSON, in the same form as the console's. COOPERAGE_LOG_LEVEL leaves out what is
 * less important.
 */
export function writeLogLine({ level, message, ...fields }: LogEntry | { level: 'info'; message: string }): void {
  if (level === 'info' && /^(error|warn)$/.test(process.env.COOPERAGE_LOG_LEVEL ?? '')) return
  const time = new Date().toISOString()
  process.stderr.write(`${JSON.stringify({ level, time, ...fields, msg: message })}\n`)
}

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
