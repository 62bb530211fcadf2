/** The documents of a bucket as archive files, under MinIO's names. */
import { writeNotificationConfiguration, writeObjectLock, writeVersioning } from '@cooperage/wire'
import { LIFECYCLE } from '../../../lifecycle/bucket-rules.ts'
import { ENCRYPTION_DOCUMENT } from '../../../s3/encryption.ts'
import { setBucketCors } from '../../../s3/operations/bucket-cors.ts'
import { setBucketEncryption } from '../../../s3/operations/bucket-encryption.ts'
import { setBucketLifecycle } from '../../../s3/operations/bucket-lifecycle.ts'
import { setBucketNotifications, usableRules } from '../../../s3/operations/bucket-notification.ts'
import { setBucketPolicy } from '../../../s3/operations/bucket-policy.ts'
import { setBucketTagging } from '../../../s3/operations/bucket-tagging.ts'
import { setBucketVersioning } from '../../../s3/operations/bucket-versioning.ts'
import { setObjectLock } from '../../../s3/operations/object-lock-configuration.ts'
import { QUOTA } from '../../../store/space/quota.ts'
import type { AdminServices } from '../../services.ts'
import { setQuota } from './bucket-quota.ts'

export interface BucketFile {
  name: string
  /** Field of the import report. */
  status: 'olock' | 'versioning' | 'policy' | 'tagging' | 'sse' | 'lifecycle' | 'notification' | 'quota' | 'cors'
  /** Undefined when it isn't set. */
  read(engine: AdminServices, bucket: string): string | undefined
  /** @throws WireError, StoreError */
  write(engine: AdminServices, bucket: string, text: string): Promise<void>
}

export const OBJECT_LOCK_FILE = 'object-lock.xml'

const storedDocument = (document: string) => (engine: AdminServices, bucket: string) =>
  engine.store.getBucketDocument(bucket, document)?.text

/** In import order: lifecycle rules depend on object lock, which depends on versioning. */
export const BUCKET_FILES: readonly BucketFile[] = [
  {
    name: 'versioning.xml',
    status: 'versioning',
    read(engine, bucket) {
      const versioning = engine.store.getBucket(bucket)?.versioning ?? 'Off'
      return versioning === 'Off' ? undefined : writeVersioning({ status: versioning })
    },
    write: setBucketVersioning,
  },
  {
    name: OBJECT_LOCK_FILE,
    status: 'olock',
    read(engine, bucket) {
      const lock = engine.store.getBucket(bucket)?.lock
      return lock && writeObjectLock(lock)
    },
    write: setObjectLock,
  },
  { name: 'policy.json', status: 'policy', read: storedDocument('policy'), write: setBucketPolicy },
  {
    name: 'notification.xml',
    status: 'notification',
    // Importing a document without rules would remove the rules of the bucket.
    read(engine, bucket) {
      const rules = usableRules(engine, bucket)
      return rules.length === 0 ? undefined : writeNotificationConfiguration(rules)
    },
    write: setBucketNotifications,
  },
  { name: 'lifecycle.xml', status: 'lifecycle', read: storedDocument(LIFECYCLE), write: setBucketLifecycle },
  {
    name: 'bucket-encryption.xml',
    status: 'sse',
    read: storedDocument(ENCRYPTION_DOCUMENT),
    write: setBucketEncryption,
  },
  { name: 'tagging.xml', status: 'tagging', read: storedDocument('tagging'), write: setBucketTagging },
  {
    name: 'quota.json',
    status: 'quota',
    read: storedDocument(QUOTA),
    write: ({ store }, bucket, text) => setQuota(store, bucket, text),
  },
  // MinIO has no CORS configuration of buckets and ignores this file.
  { name: 'cors.xml', status: 'cors', read: storedDocument('cors'), write: setBucketCors },
]
