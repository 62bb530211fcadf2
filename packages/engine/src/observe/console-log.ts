/** The last entries of the engine's log, and who reads along (`mc admin logs`, logger webhooks). */
import type { LogEntry } from '../log.ts'

const MAX_ENTRIES = 1_000

export interface ConsoleEntry {
  deploymentid: string
  level: string
  time: string
  api: { name: string; args: { bucket?: string; object?: string } }
  requestID?: string
  message?: string
  error?: { message: string; source: string[] }
  ConsoleMsg: string
  node: string
}

export class ConsoleLog {
  readonly #kept: ConsoleEntry[] = []
  readonly #readers = new Set<(entry: ConsoleEntry) => void>()
  readonly #deploymentId: string

  constructor(deploymentId: string) {
    this.#deploymentId = deploymentId
  }

  write(entry: LogEntry): void {
    const shown = this.#shown(entry)
    this.#kept.push(shown)
    if (this.#kept.length > MAX_ENTRIES) this.#kept.shift()
    for (const read of this.#readers) read(shown)
  }

  last(count: number): ConsoleEntry[] {
    return count <= 0 ? [] : this.#kept.slice(Math.max(0, this.#kept.length - count))
  }

  /** Returns how to end it. */
  follow(read: (entry: ConsoleEntry) => void): () => void {
    this.#readers.add(read)
    return () => this.#readers.delete(read)
  }

  #shown({ level, message, requestId, method, path, error }: LogEntry): ConsoleEntry {
    const [summary = message, ...source] = error?.split('\n') ?? []
    return {
      deploymentid: this.#deploymentId,
      level: level.toUpperCase(),
      time: new Date().toISOString(),
      api: { name: method === undefined ? 'SYSTEM' : `${method} ${path ?? ''}`, args: {} },
      ...(requestId === undefined ? {} : { requestID: requestId }),
      message,
      error: {
        message: error === undefined ? message : `${message}: ${summary}`,
        source: source.map((line) => line.trim()),
      },
      ConsoleMsg: '',
      node: '',
    }
  }
}
