import type { ObjectRecord } from '../store/store.ts'

/** What happened to an object, as notifications and live listeners are told it. */
export interface ObjectEvent {
  /** MinIO's name of it, for example `s3:ObjectCreated:Put`. */
  name: string
  object: Pick<ObjectRecord, 'bucket' | 'key' | 'versionId' | 'size' | 'etag' | 'metadata'> &
    Partial<Pick<ObjectRecord, 'lastModified'>>
  /** Milliseconds since the epoch. */
  time: number
  /** Access key of who did it; empty for an anonymous request. */
  accessKey: string
  clientAddress: string
  userAgent: string
  requestId: string
}
