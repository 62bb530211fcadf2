import type { ObjectsChange } from '@cooperage/contract'
import { getObjectTags, type StorageClient } from '@cooperage/storage-client'
import { withObjectErrors } from '../../shared/object-errors.ts'
import { changeRetention, checkTags, setHold, type Tags, toRetention, writeTags } from './change-version.ts'

/** Changes the latest version of one object. @throws AppError */
export type ChangeOne = (key: string) => Promise<void>

/** The change for each object. @throws AppError InvalidInput for values that no object can have */
export function changeOf(storage: StorageClient, bucket: string, change: ObjectsChange): ChangeOne {
  switch (change.kind) {
    case 'addTags':
      checkTags(change.tags)
      return (key) => changeTags(storage, bucket, key, (tags) => ({ ...tags, ...change.tags }))
    case 'removeTags': {
      const removed = new Set(change.keys)
      const without = (tags: Tags) => Object.fromEntries(Object.entries(tags).filter(([name]) => !removed.has(name)))
      return (key) => changeTags(storage, bucket, key, without)
    }
    case 'replaceTags':
      checkTags(change.tags)
      return (key) => writeTags(storage, { bucket, key }, change.tags)
    case 'retention': {
      const retention = toRetention(change.mode, change.expires)
      return (key) => changeRetention(storage, { bucket, key }, retention, change.governance_bypass)
    }
    case 'endRetention':
      return (key) => changeRetention(storage, { bucket, key }, undefined, true)
    case 'legalHold':
      return (key) => setHold(storage, { bucket, key }, change.status === 'enabled')
  }
}

/** S3 can only replace all tags of an object, so they are read first to keep the others. */
async function changeTags(storage: StorageClient, bucket: string, key: string, change: (tags: Tags) => Tags) {
  const stored = await withObjectErrors(
    { action: 's3:GetObjectTagging', bucket, key },
    getObjectTags(storage, bucket, key),
  )
  const wanted = change(stored)
  if (isSame(stored, wanted)) return
  checkTags(wanted)
  await writeTags(storage, { bucket, key }, wanted)
}

function isSame(one: Tags, other: Tags): boolean {
  const names = Object.keys(one)
  return names.length === Object.keys(other).length && names.every((name) => one[name] === other[name])
}
