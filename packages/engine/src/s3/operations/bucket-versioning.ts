import { parseVersioning, writeVersioning } from '@cooperage/wire'
import { xmlResponse } from '../../http/response.ts'
import type { S3Operation } from '../call.ts'
import { s3Error } from '../errors.ts'
import type { S3Services } from '../services.ts'

export const getBucketVersioning: S3Operation = async ({ engine, bucket }) => {
  const record = engine.store.getBucket(bucket)
  if (record === undefined) throw s3Error('NoSuchBucket')
  return xmlResponse(writeVersioning(record.versioning === 'Off' ? {} : { status: record.versioning }))
}

const MAX_BODY_BYTES = 64 * 1024

const NEEDS_VERSIONS = 'An Object Lock configuration is present on this bucket, versioning cannot be suspended.'

export const putBucketVersioning: S3Operation = async ({ engine, bucket, document }) => {
  await setBucketVersioning(engine, bucket, await document(MAX_BODY_BYTES))
  return { status: 200 }
}

/**
 * Excluded prefixes and folders (MinIO's extension) and MFA delete are not supported and are rejected.
 * @throws WireError, StoreError NoSuchBucket
 */
export async function setBucketVersioning({ store }: S3Services, bucket: string, text: string): Promise<void> {
  const { status, excludedPrefixes, excludeFolders, mfaDelete } = parseVersioning(text)
  if (status === undefined) {
    throw s3Error(
      'IllegalVersioningConfigurationException',
      'Versioning configuration specified in the request is invalid. (unsupported Versioning status )',
    )
  }
  const needsVersions = store.getBucket(bucket)?.lock !== undefined
  if (needsVersions && (status === 'Suspended' || excludedPrefixes !== undefined || excludeFolders === true)) {
    throw s3Error('InvalidBucketState', NEEDS_VERSIONS)
  }
  for (const [name, isRequested] of Object.entries({
    ExcludedPrefixes: excludedPrefixes !== undefined,
    ExcludeFolders: excludeFolders === true,
    MfaDelete: mfaDelete === 'Enabled',
  })) {
    if (isRequested) throw s3Error('NotImplemented', `${name} of versioning is not implemented by this server.`)
  }
  await store.setVersioning(bucket, status)
}
