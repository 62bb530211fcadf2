/**
 * The only way in which the store touches data files. Paths are relative to the data folder, with '/' between names.
 * The real implementation is `real-files.ts`; the crash tests have one that forgets, at a chosen moment, whatever was not
 * yet synced. So each method says what it promises after a power loss.
 */
export interface Files {
  /** A new, empty file; fails when the name is taken. Neither name nor bytes are durable yet. */
  create(path: string): Promise<FileWriter>
  /** @throws StoreError StorageFailed, also when the file is missing */
  open(path: string): Promise<FileReader>
  /** Atomic for whoever looks meanwhile; durable only after `syncFolder` of the folder of `to`. */
  rename(from: string, to: string): Promise<void>
  /** Removing what is not there succeeds. Open readers may fail afterwards on some systems: see `DataFolder.pin`. */
  remove(path: string): Promise<void>
  /** Makes the names in a folder durable. */
  syncFolder(path: string): Promise<void>
  /** Creates a folder, for its owner only, unless it is there; its name is durable after `syncFolder` of its parent. */
  createFolder(path: string): Promise<void>
  /** Names of the entries of a folder. */
  list(path: string): Promise<string[]>
  /** Bytes of the file system that holds the folder. */
  capacity(): Promise<{ totalBytes: number; freeBytes: number }>
}

export interface FileWriter {
  /** Appends all chunks, whole. */
  write(chunks: Uint8Array[]): Promise<void>
  /** Makes the bytes written so far durable (not the file's name). */
  sync(): Promise<void>
  close(): Promise<void>
}

export interface FileReader {
  /**
   * At most `length` bytes from `position`; fewer, or none, only at the end of the file. They may be put into `into`,
   * which has room for them.
   */
  read(position: number, length: number, into?: Buffer): Promise<Uint8Array>
  close(): Promise<void>
}
