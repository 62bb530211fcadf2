import {
  AppError,
  disableEncryption,
  enableEncryption,
  getEncryption,
  listEncryptionKeys,
  reasonText,
} from '@cooperage/contract'
import {
  defaultKmsKey,
  deleteBucketEncryption,
  getBucketEncryption,
  listKmsKeys,
  putBucketEncryption,
  type StorageClient,
  StorageError,
} from '@cooperage/storage-client'
import type { Registry } from '../shared/feature.ts'
import { withStorageErrors } from '../shared/storage-errors.ts'
import { withSettingErrors } from './setting-errors.ts'
import { validBucketName } from './valid-bucket-name.ts'

const FEATURE = 'encryption' as const
/** What a server that refuses to encrypt is missing. MinIO needs a KMS even for SSE-S3. */
const LACKS = {
  'sse-s3': 'encryption: it has no key management service (KMS), and needs one for this',
  'sse-kms': 'keys of a key management service (KMS)',
} as const

export function encryptionRoutes({ routes }: Registry): void {
  routes.withSession(getEncryption, async ({ params, query, storage }) => {
    const encryption = await readEncryption(storage, validBucketName(params.bucket))
    if (encryption === undefined && !query.or_none) throw new AppError('EncryptionNotSet')
    return { algorithm: encryption?.algorithm ?? '', kmsMasterKeyID: encryption?.kmsKeyId ?? '' }
  })

  routes.withSession(enableEncryption, async ({ params, body, storage }) => {
    const bucket = validBucketName(params.bucket)
    const { encType, kmsKeyID: key } = body
    if (encType === 'sse-kms' && key.trim() !== key) {
      throw new AppError('InvalidInput', { reason: reasonText('blanksAroundKey') })
    }
    if (encType === 'sse-kms' && key === '') throw new AppError('InvalidInput', { reason: reasonText('kmsNeedsKey') })
    const encryption =
      encType === 'sse-kms' ? { algorithm: 'aws:kms' as const, kmsKeyId: key } : { algorithm: 'AES256' as const }
    const subject = { action: 's3:PutEncryptionConfiguration', bucket, feature: LACKS[encType] }
    await withSettingErrors(subject, withKeyErrors(key, putBucketEncryption(storage, bucket, encryption)))
  })

  routes.withSession(disableEncryption, async ({ params, storage }) => {
    const bucket = validBucketName(params.bucket)
    const subject = { action: 's3:PutEncryptionConfiguration', bucket, feature: FEATURE }
    await withSettingErrors(subject, deleteBucketEncryption(storage, bucket))
  })

  routes.withSession(listEncryptionKeys, async ({ storage }) => {
    const subject = { action: 'kms:ListKeys', feature: 'a key management service (KMS)' as const }
    const [names, defaultKey] = await Promise.all([
      withStorageErrors(subject, listKmsKeys(storage)),
      knownDefaultKey(storage),
    ])
    return { keys: names.sort().map((name) => ({ name })), defaultKey }
  })
}

/** Undefined for a bucket without default encryption. */
export function readEncryption(storage: StorageClient, bucket: string) {
  const subject = { action: 's3:GetEncryptionConfiguration', bucket, feature: FEATURE }
  return withSettingErrors(subject, getBucketEncryption(storage, bucket))
}

async function withKeyErrors(key: string, call: Promise<void>): Promise<void> {
  try {
    await call
  } catch (error) {
    if (error instanceof StorageError && error.code === 'kms:KeyNotFound') {
      throw new AppError('NoSuchEncryptionKey', { key }, { cause: error })
    }
    throw error
  }
}

/** The keys that were requested, with the default among them if the account may know it. */
async function knownDefaultKey(storage: StorageClient): Promise<string> {
  try {
    return await defaultKmsKey(storage)
  } catch (error) {
    if (error instanceof StorageError && error.kind === 'refused') return ''
    throw error
  }
}
