/**
 * A memory budget shared by all uploads. An upload that needs more than is left waits in line; its body isn't read
 * while it waits, so its sender waits too.
 */
export class ByteBudget {
  #free: number
  readonly #waiting: { bytes: number; proceed: () => void }[] = []

  constructor(totalBytes: number) {
    this.#free = totalBytes
  }

  /**
   * Resolves when the bytes are reserved, with the function that releases them. Call it once per upload: two requests that
   * each hold some and need more could wait for each other.
   * @throws the abort reason of the signal
   */
  async take(bytes: number, signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted()
    if (this.#waiting.length > 0 || bytes > this.#free) await this.#inLine(bytes, signal)
    else this.#free -= bytes
    let isHeld = true
    return () => {
      if (!isHeld) return
      isHeld = false
      this.#free += bytes
      this.#advance()
    }
  }

  async #inLine(bytes: number, signal: AbortSignal): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const entry = { bytes, proceed: resolve }
    this.#waiting.push(entry)
    const leave = () => {
      const at = this.#waiting.indexOf(entry)
      if (at < 0) return
      this.#waiting.splice(at, 1)
      reject(signal.reason)
      this.#advance()
    }
    signal.addEventListener('abort', leave, { once: true })
    await promise
    signal.removeEventListener('abort', leave)
  }

  #advance(): void {
    for (;;) {
      const [next] = this.#waiting
      if (next === undefined || next.bytes > this.#free) return
      this.#waiting.shift()
      this.#free -= next.bytes
      next.proceed()
    }
  }
}
