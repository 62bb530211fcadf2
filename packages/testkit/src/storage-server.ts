import type { Credentials } from '@cooperage/wire'

/** A running storage server under test. */
export interface StorageServer {
  kind: 'engine' | 'minio'
  url: string
  root: Credentials
  /** Its process, when it has one of its own. */
  pid?: number
  /** Ends it and removes its data. */
  stop(): Promise<void>
}
