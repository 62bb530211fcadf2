import { EventEmitter, on } from 'node:events'

interface Feed<T> {
  emitter: EventEmitter
  watchers: number
  stop: AbortController
  /** For watchers to come; absent before the first item, and where they only get later ones. */
  last?: { item: T }
}

/**
 * Streams shared by several watchers: per key only one is open on the storage server, because servers limit them. A stream
 * starts with its first watcher and is aborted after the last one leaves; late watchers only get later items, or also the last
 * one if `repeatsLast`.
 */
export class SharedFeeds<T> {
  readonly #feeds = new Map<string, Feed<T>>()
  readonly #repeatsLast: boolean

  constructor({ repeatsLast = false } = {}) {
    this.#repeatsLast = repeatsLast
  }

  /** `open` is called for the first watcher of a key. Ends and fails like the stream; throws when `signal` aborts. */
  async *watch(key: string, open: (signal: AbortSignal) => AsyncIterable<T>, signal: AbortSignal): AsyncGenerator<T> {
    const feed = this.#feeds.get(key) ?? this.#start(key, open)
    feed.watchers += 1
    try {
      const items = on(feed.emitter, 'item', { signal, close: ['end'] })
      if (feed.last !== undefined) yield feed.last.item
      for await (const [item] of items) yield item
    } finally {
      feed.watchers -= 1
      if (feed.watchers === 0) this.#stop(key, feed)
    }
  }

  #start(key: string, open: (signal: AbortSignal) => AsyncIterable<T>): Feed<T> {
    const feed: Feed<T> = { emitter: new EventEmitter().setMaxListeners(0), watchers: 0, stop: new AbortController() }
    this.#feeds.set(key, feed)
    void this.#run(key, feed, open)
    return feed
  }

  async #run(key: string, feed: Feed<T>, open: (signal: AbortSignal) => AsyncIterable<T>): Promise<void> {
    let failure: unknown
    try {
      for await (const item of open(feed.stop.signal)) {
        if (this.#repeatsLast) feed.last = { item }
        feed.emitter.emit('item', item)
      }
    } catch (error) {
      failure = error
    }
    this.#stop(key, feed)
    // An emitter throws errors without listeners, and the last watcher may have left.
    if (failure !== undefined && feed.emitter.listenerCount('error') > 0) feed.emitter.emit('error', failure)
    else feed.emitter.emit('end')
  }

  #stop(key: string, feed: Feed<T>): void {
    feed.stop.abort()
    if (this.#feeds.get(key) === feed) this.#feeds.delete(key)
  }
}
