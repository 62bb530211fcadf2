import { EventEmitter, on } from 'node:events'

interface Feed {
  news: EventEmitter
  watchers: number
  stop: AbortController
}

/**
 * Streams that several watch at once, of which only one is open at the storage for each key: a server gives few of them. A
 * stream begins with its first watcher and is aborted when the last has gone; whoever comes later sees what comes later.
 */
export class SharedFeeds<T> {
  readonly #feeds = new Map<string, Feed>()

  /** `open` is called when nobody watches this key yet. Ends and fails as the stream does; throws when `signal` aborts. */
  async *watch(key: string, open: (signal: AbortSignal) => AsyncIterable<T>, signal: AbortSignal): AsyncGenerator<T> {
    const feed = this.#feeds.get(key) ?? this.#start(key, open)
    feed.watchers += 1
    try {
      for await (const [item] of on(feed.news, 'item', { signal, close: ['end'] })) yield item
    } finally {
      feed.watchers -= 1
      if (feed.watchers === 0) this.#stop(key, feed)
    }
  }

  #start(key: string, open: (signal: AbortSignal) => AsyncIterable<T>): Feed {
    const feed: Feed = { news: new EventEmitter().setMaxListeners(0), watchers: 0, stop: new AbortController() }
    this.#feeds.set(key, feed)
    void this.#run(key, feed, open)
    return feed
  }

  async #run(key: string, feed: Feed, open: (signal: AbortSignal) => AsyncIterable<T>): Promise<void> {
    let failure: unknown
    try {
      for await (const item of open(feed.stop.signal)) feed.news.emit('item', item)
    } catch (error) {
      failure = error
    }
    this.#stop(key, feed)
    // An emitter throws errors that nobody listens to, and the last watcher may have gone.
    if (failure !== undefined && feed.news.listenerCount('error') > 0) feed.news.emit('error', failure)
    else feed.news.emit('end')
  }

  #stop(key: string, feed: Feed): void {
    feed.stop.abort()
    if (this.#feeds.get(key) === feed) this.#feeds.delete(key)
  }
}
