/**
 * The store's only access to data files. Paths are relative to the data folder and use '/'. The real implementation is
 * `real-files.ts`; crash tests have one that loses everything not yet synced at a chosen moment. So each method documents
 * what it guarantees after a power loss.
 */
export interface Files {
  /** Creates an empty file; fails if it exists. Neither name nor bytes are durable yet. */
  create(path: string): Promise<FileWriter>
  /** @throws StoreError StorageFailed, also if the file is missing */
  open(path: string): Promise<FileReader>
  /** Atomic for concurrent readers; durable only after `syncFolder` of the folder of `to`. */
  rename(from: string, to: string): Promise<void>
  /** Succeeds if the file doesn't exist. Open readers can fail afterwards on some systems: see `DataFolder.pin`. */
  remove(path: string): Promise<void>
  /** Makes the names in a folder durable. */
  syncFolder(path: string): Promise<void>
  /** Creates a folder for its owner only, unless it exists. Its name is durable after `syncFolder` of its parent. */
  createFolder(path: string): Promise<void>
  /** Names of the entries of a folder. */
  list(path: string): Promise<string[]>
  /** Capacity of the folder's file system in bytes. */
  capacity(): Promise<{ totalBytes: number; freeBytes: number }>
}

export interface FileWriter {
  /** Appends all chunks completely. */
  write(chunks: Uint8Array[]): Promise<void>
  /** Makes the bytes written so far durable (not the file's name). */
  sync(): Promise<void>
  close(): Promise<void>
}

export interface FileReader {
  /**
   * Reads `length` bytes from `position`; fewer, or none, only at the end of the file. May use the buffer `into`, which is
   * large enough.
   */
  read(position: number, length: number, into?: Buffer): Promise<Uint8Array>
  close(): Promise<void>
}
