import {
  AppError,
  BUCKET_SETTINGS,
  type BucketFacts,
  type BucketSetting,
  COUNTED_VERSIONS,
  failureWords,
  type SettingFact,
} from '@cooperage/contract'
import { listBuckets, listObjects, listObjectVersions, type StorageClient } from '@cooperage/storage-client'
import { affectsAllObjects, withStorageErrors } from '../../shared/storage-errors.ts'
import { type BucketAt, hasLock, replicationRules, SETTING_ROWS } from './setting-table.ts'

/** Counting stops then, so that the page gets what is known. */
const COUNT_MS = 20_000

const NOTHING: BucketFacts['contents'] = {
  objects: 0,
  noncurrent: 0,
  deleteMarkers: 0,
  bytes: 0,
  isComplete: true,
  countedAt: '',
}
const NONE: SettingFact = { state: 'none', count: 0, needs: [], reason: '' }

/** What a migration has to know of a bucket. One that is missing gets the settings that the server supports. */
export async function factsOf(at: BucketAt, now: () => number): Promise<BucketFacts> {
  const access = await accessTo(at)
  const { kind } = await at.storage.endpoint.profile()
  if (access === 'own') {
    const [settings, contents] = await Promise.all([settingsOf(at), count(at, now)])
    // Its answers don't tell whether it could have versions.
    if (kind === 's3' && settings.versioning.state === 'none') settings.versioning.state = 'unknown'
    return { access, settings, contents }
  }
  const shown = await anyBucket(at.storage)
  const supported = shown === undefined ? undefined : await settingsOf({ ...at, bucket: shown })
  const ofMissing = (name: BucketSetting): SettingFact => {
    const state = supported?.[name].state
    const isUntold = kind === 's3' && state === 'none' && (name === 'versioning' || name === 'locking')
    if (isUntold) return { ...NONE, state: 'unknown' }
    return { ...NONE, state: state === undefined ? 'unknown' : state === 'set' ? 'none' : state }
  }
  return { access, settings: recordOf(ofMissing), contents: NOTHING }
}

/** @throws AppError storage errors that aren't about the bucket */
async function accessTo({ storage, bucket }: BucketAt): Promise<BucketFacts['access']> {
  try {
    const pages = listObjects(storage, bucket, { prefix: '', maxKeys: 1 })
    await withStorageErrors({ action: 's3:ListBucket', bucket }, pages.next())
    return 'own'
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    if (error.code === 'NoSuchBucket') return 'missing'
    if (error.code === 'AccessDenied') return 'refused'
    throw error
  }
}

/** A bucket of the server that shows what it supports; undefined without one, or without permission to list them. */
async function anyBucket(storage: StorageClient): Promise<string | undefined> {
  try {
    const [first] = await withStorageErrors({ action: 's3:ListAllMyBuckets' }, listBuckets(storage))
    return first?.name
  } catch (error) {
    if (!(error instanceof AppError) || affectsAllObjects(error)) throw error
    return undefined
  }
}

async function settingsOf(at: BucketAt): Promise<BucketFacts['settings']> {
  const facts = new Map<BucketSetting, SettingFact>()
  const read = async (name: BucketSetting, reading: () => Promise<Pick<SettingFact, 'count' | 'needs'>>) => {
    facts.set(name, await factOf(reading))
  }
  await Promise.all([
    read('locking', async () => ({ count: Number(await hasLock(at)), needs: [] })),
    read('replication', async () => ({ count: await replicationRules(at), needs: [] })),
    ...SETTING_ROWS.map((row) =>
      read(row.name, async () => {
        const items = await row.read(at)
        return { count: items.length, needs: row.needs(items) }
      }),
    ),
  ])
  return recordOf((name) => facts.get(name) ?? NONE)
}

async function factOf(reading: () => Promise<Pick<SettingFact, 'count' | 'needs'>>): Promise<SettingFact> {
  try {
    const { count, needs } = await reading()
    return { ...NONE, state: count === 0 ? 'none' : 'set', count, needs }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    if (error.code === 'NotInThisSetup') return { ...NONE, state: 'unsupported' }
    if (affectsAllObjects(error) && error.code !== 'NoObjectLock') throw error
    const { message: reason, text } = failureWords(error)
    return { ...NONE, state: 'unread', reason, ...(text && { text }) }
  }
}

function recordOf(factFor: (name: BucketSetting) => SettingFact): BucketFacts['settings'] {
  return Object.fromEntries(BUCKET_SETTINGS.map((name) => [name, factFor(name)])) as BucketFacts['settings']
}

/** Of a server without versions, its objects. */
async function count({ storage, bucket }: BucketAt, now: () => number): Promise<BucketFacts['contents']> {
  const contents = { ...NOTHING, countedAt: new Date(now()).toISOString() }
  const end = now() + COUNT_MS
  const add = (page: readonly { size: number; isLatest?: boolean; isDeleteMarker?: boolean }[]) => {
    for (const { size, isLatest = true, isDeleteMarker = false } of page) {
      contents.bytes += size
      if (isDeleteMarker) contents.deleteMarkers += 1
      else if (isLatest) contents.objects += 1
      else contents.noncurrent += 1
    }
    const all = contents.objects + contents.noncurrent + contents.deleteMarkers
    contents.isComplete = all < COUNTED_VERSIONS && now() < end
    return contents.isComplete
  }
  const subject = { action: 's3:ListBucketVersions', bucket, feature: 'versions of objects' as const }
  try {
    const pages = listObjectVersions(storage, bucket, { prefix: '' })
    for (;;) {
      const { value, done } = await withStorageErrors(subject, pages.next())
      if (done || value === undefined) return contents
      if (!add(value.versions) && value.isTruncated) return contents
    }
  } catch (error) {
    if (!(error instanceof AppError) || affectsAllObjects(error)) throw error
    Object.assign(contents, NOTHING, { countedAt: contents.countedAt })
  }
  const pages = listObjects(storage, bucket, { prefix: '' })
  for (;;) {
    const { value, done } = await withStorageErrors({ action: 's3:ListBucket', bucket }, pages.next())
    if (done || value === undefined || (!add(value.objects) && value.isTruncated)) return contents
  }
}
