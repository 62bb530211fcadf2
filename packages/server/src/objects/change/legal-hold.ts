import { putObjectLegalHold, type StorageClient } from '@cooperage/storage-client'
import { withObjectErrors } from '../../shared/object-errors.ts'
import type { Version } from './version.ts'

export async function setHold(storage: StorageClient, version: Version, isOn: boolean): Promise<void> {
  const { bucket, key, versionId } = version
  const action = 's3:PutObjectLegalHold'
  await withObjectErrors({ action, bucket, key }, putObjectLegalHold(storage, bucket, key, isOn, { versionId }))
}
