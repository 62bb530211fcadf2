/** Runs at most `limit` tasks at a time; a task whose signal is aborted while it waits never starts. */
export class Queue {
  private running = 0
  private readonly waiting: (() => void)[] = []
  private readonly limit: number

  constructor(limit: number) {
    this.limit = limit
  }

  async run<T>(task: () => Promise<T>, signal: AbortSignal): Promise<T> {
    if (this.running >= this.limit) await new Promise<void>((resolve) => this.waiting.push(resolve))
    else this.running++
    try {
      signal.throwIfAborted()
      return await task()
    } finally {
      const next = this.waiting.shift()
      if (next) next()
      else this.running--
    }
  }
}
