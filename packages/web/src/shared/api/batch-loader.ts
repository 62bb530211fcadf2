/** Combines requests for single items, by default names, within a short time into one call. */
export interface BatchLoader<Result, Item = string> {
  /** Rejects with the signal's reason; the call continues for the others, and is aborted when nothing waits for it. */
  load(item: Item, signal: AbortSignal): Promise<Result>
}

interface Waiting<Result, Item> {
  item: Item
  signal: AbortSignal
  resolve: (result: Result) => void
  reject: (reason: unknown) => void
}

interface BatchLoaderOptions<Result, Item> {
  waitMs: number
  atMost: number
  /** Whether fewer than `atMost` can wait for more, once more so long. */
  canWait?: () => boolean
  /** Returns a result for each item, in this order. */
  call: (items: Item[], signal: AbortSignal) => Promise<Result[]>
}

export function createBatchLoader<Result, Item = string>({
  waitMs,
  atMost,
  canWait = () => false,
  call,
}: BatchLoaderOptions<Result, Item>): BatchLoader<Result, Item> {
  let waiting: Waiting<Result, Item>[] = []
  const sendAll = () => {
    if (waiting.length < atMost && canWait()) {
      setTimeout(sendAll, waitMs)
      return
    }
    const wanted = waiting.filter(({ signal }) => !signal.aborted)
    waiting = []
    for (let at = 0; at < wanted.length; at += atMost) sendSome(wanted.slice(at, at + atMost))
  }
  const sendSome = (some: Waiting<Result, Item>[]) => {
    const ended = new AbortController()
    const endWithLast = () => {
      if (some.every(({ signal }) => signal.aborted)) ended.abort()
    }
    for (const { signal } of some) signal.addEventListener('abort', endWithLast, { once: true })
    call(
      some.map(({ item }) => item),
      ended.signal,
    ).then(
      (results) => {
        for (const [index, result] of results.entries()) some[index]?.resolve(result)
      },
      (reason: unknown) => {
        for (const one of some) one.reject(reason)
      },
    )
  }
  return {
    load: (item, signal) =>
      new Promise((resolve, reject) => {
        if (waiting.length === 0) setTimeout(sendAll, waitMs)
        waiting.push({ item, signal, resolve, reject })
        signal.addEventListener('abort', () => reject(signal.reason), { once: true })
      }),
  }
}
