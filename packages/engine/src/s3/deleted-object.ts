import type { ObjectEvent } from '../events/object-event.ts'
import { NULL_VERSION } from '../store/store.ts'

/** The object of an event about a deletion. */
export function deletedObject(bucket: string, key: string, versionId = NULL_VERSION): ObjectEvent['object'] {
  return { bucket, key, versionId, size: 0, etag: '', metadata: { contentType: '', headers: {}, user: {} } }
}
