import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import type { LogSoFar } from '../api/pod-logs.ts'

/** How often a followed log is polled. */
const POLL_EVERY_MS = 300
/** Only the end of a longer log is read. */
const MAX_LOG_BYTES = 4 << 20

/** Lines of a log file; undefined if there is none. */
export async function readLogFile(path: string): Promise<LogSoFar | undefined> {
  try {
    const bytes = await readFile(path)
    const text = bytes.subarray(Math.max(0, bytes.length - MAX_LOG_BYTES)).toString('utf8')
    return { lines: text === '' ? [] : text.replace(/\n$/, '').split('\n'), bytes: bytes.length }
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

/** Calls `onLine` with each line after the offset `from`. @returns a function that stops it */
export function followLogFile(path: string, from: number, onLine: (line: string) => void): () => void {
  let offset = from
  let rest = ''
  let isBusy = false
  async function poll(): Promise<void> {
    const size = await stat(path).then(
      (found) => found.size,
      (error: unknown) => {
        if (isMissing(error)) return 0
        throw error
      },
    )
    // The process was restarted, with a new log.
    if (size < offset) offset = 0
    if (size === offset) return
    for await (const chunk of createReadStream(path, { start: offset, end: size - 1 })) {
      offset += chunk.length
      const lines = (rest + chunk.toString('utf8')).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) onLine(line)
    }
  }
  const timer = setInterval(() => {
    if (isBusy) return
    isBusy = true
    poll()
      // A log that can't be read sends nothing; the next attempt may succeed.
      .catch(() => undefined)
      .finally(() => {
        isBusy = false
      })
  }, POLL_EVERY_MS)
  return () => clearInterval(timer)
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}
