/**
 * The index as the store sees it: byte keys in byte order, byte values. Reads are synchronous and see the newest commit;
 * a range must be read to its end, or left, before the next `await`, so that no read transaction outlives a listing page.
 */
export interface IndexReader {
  get(key: Buffer): Buffer | undefined
  /** Entries from `start` (inclusive) to `end` (exclusive), ascending, read as they are asked for. */
  range(start: Buffer, end: Buffer): Iterable<IndexEntry>
}

export interface IndexEntry {
  key: Buffer
  value: Buffer
}

export interface IndexWriter extends IndexReader {
  put(key: Buffer, value: Buffer): void
  delete(key: Buffer): void
}

export interface OrderedIndex extends IndexReader {
  /**
   * Decides and writes in one step: `change` reads the state that every earlier change left, and what it puts and deletes
   * takes effect together when it returns (its own reads do not see it). Resolves with its result when that is durable.
   * When it throws, nothing of it is written and the promise rejects with what it threw. It must not be asynchronous.
   */
  commit<T>(change: (writer: IndexWriter) => T): Promise<T>
  /** Waits for the commits under way. */
  close(): Promise<void>
}

/** What an index is built on: see `GroupCommitIndex`. */
export interface IndexBackend extends IndexReader {
  /** Runs `write` in one transaction. Resolves when its effects are durable; when it rejects, none of them ever shows. */
  transact(write: (writer: IndexWriter) => void): Promise<void>
  close(): Promise<void>
}
