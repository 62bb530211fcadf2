/** Keeps the latest log entries and passes new ones to followers (`mc admin logs`, logger webhooks). */
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
  readonly #entries: ConsoleEntry[] = []
  readonly #followers = new Set<(entry: ConsoleEntry) => void>()
  readonly #deploymentId: string

  constructor(deploymentId: string) {
    this.#deploymentId = deploymentId
  }

  write(entry: LogEntry): void {
    const formatted = this.#format(entry)
    this.#entries.push(formatted)
    if (this.#entries.length > MAX_ENTRIES) this.#entries.shift()
    for (const receive of this.#followers) receive(formatted)
  }

  last(count: number): ConsoleEntry[] {
    return count <= 0 ? [] : this.#entries.slice(Math.max(0, this.#entries.length - count))
  }

  /** Returns a function that stops following. */
  follow(receive: (entry: ConsoleEntry) => void): () => void {
    this.#followers.add(receive)
    return () => this.#followers.delete(receive)
  }

  #format({ level, message, requestId, method, path, error }: LogEntry): ConsoleEntry {
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
