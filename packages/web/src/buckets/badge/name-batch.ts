/** What is asked about one name within a moment goes in one call with what is asked about others. */
export interface NameBatch<Answer> {
  /** Rejects with the signal's reason; the call goes on for the others, and ends with the last who waits for it. */
  ask(name: string, signal: AbortSignal): Promise<Answer>
}

interface Waiting<Answer> {
  name: string
  signal: AbortSignal
  resolve: (answer: Answer) => void
  reject: (reason: unknown) => void
}

interface NameBatchOptions<Answer> {
  /** Rows that are only scrolled past are gone before this is over. */
  waitMs: number
  atMost: number
  /** Answers for each name, in this order. */
  call: (names: string[], signal: AbortSignal) => Promise<Answer[]>
}

export function createNameBatch<Answer>({ waitMs, atMost, call }: NameBatchOptions<Answer>): NameBatch<Answer> {
  let waiting: Waiting<Answer>[] = []
  const sendAll = () => {
    const wanted = waiting.filter(({ signal }) => !signal.aborted)
    waiting = []
    for (let at = 0; at < wanted.length; at += atMost) sendSome(wanted.slice(at, at + atMost))
  }
  const sendSome = (some: Waiting<Answer>[]) => {
    const ended = new AbortController()
    const endWithLast = () => {
      if (some.every(({ signal }) => signal.aborted)) ended.abort()
    }
    for (const { signal } of some) signal.addEventListener('abort', endWithLast, { once: true })
    call(
      some.map(({ name }) => name),
      ended.signal,
    ).then(
      (answers) => {
        for (const [index, answer] of answers.entries()) some[index]?.resolve(answer)
      },
      (reason: unknown) => {
        for (const one of some) one.reject(reason)
      },
    )
  }
  return {
    ask: (name, signal) =>
      new Promise((resolve, reject) => {
        if (waiting.length === 0) setTimeout(sendAll, waitMs)
        waiting.push({ name, signal, resolve, reject })
        signal.addEventListener('abort', () => reject(signal.reason), { once: true })
      }),
  }
}
