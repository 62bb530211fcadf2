import type { ObjectRecord } from '../store/store.ts'

/** A change to an object, the source of notifications. */
export interface ObjectEvent {
  /** The event name, for example `s3:ObjectCreated:Put`. */
  name: string
  object: Pick<ObjectRecord, 'bucket' | 'key' | 'versionId' | 'size' | 'etag' | 'metadata'> &
    Partial<Pick<ObjectRecord, 'lastModified'>>
  /** Milliseconds since the epoch. */
  time: number
  /** Access key that signed the request; empty for an anonymous request. */
  accessKey: string
  clientAddress: string
  userAgent: string
  requestId: string
}
