/**
 * The index interface: byte keys in byte order, byte values. Reads are synchronous and see the latest commit. A range must
 * be consumed or closed before the next `await`, so that no read transaction outlives a listing page.
 */
export interface IndexReader {
  get(key: Buffer): Buffer | undefined
  /** Entries from `start` (inclusive) to `end` (exclusive), ascending, read lazily. */
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
   * Reads and writes atomically: `change` sees the effects of all earlier changes, and its own writes take effect together
   * when it returns (its own reads don't see them). Resolves with its result when that is durable. If `change` throws,
   * nothing is written and the promise rejects with the error. It must be synchronous.
   */
  commit<T>(change: (writer: IndexWriter) => T): Promise<T>
  /** Waits for running commits. */
  close(): Promise<void>
}

/** The database below an index: see `GroupCommitIndex`. */
export interface IndexBackend extends IndexReader {
  /** Runs `write` in one transaction. Resolves when its effects are durable; if it rejects, none ever becomes visible. */
  transact(write: (writer: IndexWriter) => void): Promise<void>
  close(): Promise<void>
}
