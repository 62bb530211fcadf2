import type { ObjectsChange } from '@cooperage/contract'
import { getObjectTags, type StorageClient } from '@cooperage/storage-client'
import { withObjectErrors } from '../../shared/object-errors.ts'
import { setHold } from './legal-hold.ts'
import { changeRetention, toRetention } from './retention.ts'
import { checkTags, type Tags, writeTags } from './tags.ts'

/** Changes the latest version of one object. @throws AppError */
export type ChangeOne = (key: string) => Promise<void>

/** What is to be done with each object. @throws AppError InvalidInput for what no object takes */
export function changeOf(storage: StorageClient, bucket: string, change: ObjectsChange): ChangeOne {
  switch (change.kind) {
    case 'addTags':
      checkTags(change.tags)
      return (key) => changeTags(storage, bucket, key, (tags) => ({ ...tags, ...change.tags }))
    case 'removeTags': {
      const gone = new Set(change.keys)
      const without = (tags: Tags) => Object.fromEntries(Object.entries(tags).filter(([name]) => !gone.has(name)))
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

/** The storage only takes all tags of an object at once: they are read just before, so that the others stay. */
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
