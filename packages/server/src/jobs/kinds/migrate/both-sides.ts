import { AppError } from '@cooperage/contract'
import { listObjectsPage, listObjectVersionsPage, type StorageClient, StorageError } from '@cooperage/storage-client'
import type { ListedObject, ListedVersion, ListObjectsV2Page } from '@cooperage/wire'
import { compareBytes, headSource, versionsOfKey } from '../../../objects/index.ts'
import { inParallel } from '../../../shared/in-parallel.ts'
import { withStorageErrors } from '../../../shared/storage-errors.ts'
import type { Counted } from '../../count-ahead.ts'
import type { Sides } from '../../job-kind.ts'
import { isCopy, type Listed, MAX_PAIRS, type Match, matchVersions } from './match.ts'

const HEADS_AT_ONCE = 4
/** Keys of a page that are listed one by one. */
const SOME = 200

/** A bucket on one of the two servers, or a folder of it. */
export interface Side {
  storage: StorageClient
  bucket: string
  /** What the keys in it are below; absent for the whole bucket. */
  prefix?: string
  /** What people call the other server; undefined for the source. */
  server?: string
}

/** How a bucket is migrated, decided once at the beginning. */
export interface Mode {
  /** With versions and delete markers. */
  versions: boolean
  /** The buckets have object lock. */
  locks: boolean
}

export interface Both {
  source: Side
  target: Side & { server: string }
  mode: Mode
}

/** @throws Error for a job without another server */
export function bothSides(
  { storage, other }: Sides,
  { bucket, prefix = '', target_bucket, target_prefix = '' }: Places,
  mode: Mode,
): Both {
  if (other === undefined) throw new Error('Two sides need another server')
  return {
    source: { storage, bucket, prefix },
    target: { ...other, bucket: target_bucket, prefix: target_prefix },
    mode,
  }
}

interface Places {
  bucket: string
  prefix?: string
  target_bucket: string
  target_prefix?: string
}

/** What both sides have of a key, which is without the prefix of either, oldest first. */
export interface KeyOnBoth {
  key: string
  source: Listed[]
  target: Listed[]
}

/** The next keys that either side has, after `after`; `next` is undefined at the end. */
export async function nextKeys(
  { source, target, mode }: Both,
  after: string,
): Promise<{ keys: KeyOnBoth[]; next: string | undefined }> {
  const [here, there] = await Promise.all([readKeys(source, mode, after), readKeys(target, mode, after)])
  const ends = [here.end, there.end].filter((end) => end !== undefined).sort(compareBytes)
  const [next] = ends
  const keys = [...new Set([...here.keys.keys(), ...there.keys.keys()])]
    .filter((key) => next === undefined || compareBytes(key, next) <= 0)
    .sort(compareBytes)
    .map((key) => ({ key, source: here.keys.get(key) ?? [], target: there.keys.get(key) ?? [] }))
  return { keys, next }
}

/** How many objects, or versions and delete markers, the source has of the next of these keys, or of all keys, after a key. */
export async function countSource(both: Both, wanted: readonly string[] | undefined, after: string): Promise<Counted> {
  const sum = (lists: Listed[][]) => lists.reduce((count, { length }) => count + length, 0)
  if (wanted !== undefined) {
    const { keys, next } = await someKeys(both, wanted, after)
    return { count: sum(keys.map(({ source }) => source)), next }
  }
  const { keys, end } = await readKeys(both.source, both.mode, after)
  return { count: sum([...keys.values()]), next: end }
}

/** The next of these keys after `after`, as they are on both sides. */
export async function someKeys(
  both: Both,
  wanted: readonly string[],
  after: string,
): Promise<{ keys: KeyOnBoth[]; next: string | undefined }> {
  const left = wanted.filter((key) => compareBytes(key, after) > 0).sort(compareBytes)
  const page = left.slice(0, SOME)
  const found = new Map<string, KeyOnBoth>()
  await inParallel(page, HEADS_AT_ONCE, async (key) => {
    found.set(key, await keyOnBoth(both, key))
  })
  return {
    keys: page.flatMap((key) => found.get(key) ?? []),
    next: left.length > SOME ? page.at(-1) : undefined,
  }
}

/** Both sides of one key as they are now. */
export async function keyOnBoth({ source, target, mode }: Both, key: string): Promise<KeyOnBoth> {
  const [here, there] = await Promise.all([listKey(source, mode, key), listKey(target, mode, key)])
  return { key, source: here, target: there }
}

interface Keys {
  keys: Map<string, Listed[]>
  /** The last key of which everything is read; undefined if there is nothing after it. */
  end: string | undefined
}

async function readKeys(side: Side, { versions }: Mode, after: string): Promise<Keys> {
  return versions ? await readVersions(side, after) : await readObjects(side, after)
}

async function readObjects(side: Side, after: string): Promise<Keys> {
  const { prefix = '' } = side
  // The placeholder of the folder itself isn't in it.
  const page = await readPage(side, prefix, { startAfter: prefix + after })
  const objects = page.objects.map((object) => ({ ...object, key: object.key.slice(prefix.length) }))
  requireOrder(objects, after)
  const keys = new Map(objects.map((object) => [object.key, [listedObject(object)]]))
  return { keys, end: page.isTruncated ? objects.at(-1)?.key : undefined }
}

/**
 * The first page that isn't empty, or the last one: a page may be empty although others follow.
 * @throws AppError StorageUnreadable if it doesn't say where they begin
 */
async function readPage(
  side: Side,
  prefix: string,
  first: { startAfter?: string; maxKeys?: number },
): Promise<ListObjectsV2Page> {
  const { storage, bucket } = side
  let token: string | undefined
  for (;;) {
    const place = token !== undefined && { continuationToken: token }
    const listing = listObjectsPage(storage, bucket, { prefix, ...first, ...place })
    const page = await onSide(side, withStorageErrors({ action: 's3:ListBucket', bucket, key: prefix }, listing))
    if (page.objects.length > 0 || !page.isTruncated) return page
    const { nextContinuationToken: next } = page
    if (next === undefined || next === token) throw new AppError('StorageUnreadable')
    token = next
  }
}

/** The objects that the source has after a key now, at most `count` of them, by their keys. */
export async function listAgain({ source }: Both, after: string, count: number): Promise<ReadonlyMap<string, Listed>> {
  const { prefix = '' } = source
  const { objects } = await readPage(source, prefix, { startAfter: prefix + after, maxKeys: count })
  return new Map(objects.map((object) => [object.key.slice(prefix.length), listedObject(object)]))
}

/** Of a key whose versions are on several pages, all of these are read. @throws AppError StorageUnreadable as for objects */
async function readVersions(side: Side, after: string): Promise<Keys> {
  const { storage, bucket } = side
  const subject = { action: 's3:ListBucketVersions', bucket, feature: 'versions of objects' as const }
  const all: ListedVersion[] = []
  let from: { keyMarker: string | undefined; versionIdMarker?: string | undefined } = { keyMarker: after || undefined }
  for (;;) {
    const listing = listObjectVersionsPage(storage, bucket, from)
    const { versions, isTruncated, nextKeyMarker, nextVersionIdMarker } = await onSide(
      side,
      withStorageErrors(subject, listing),
    )
    all.push(...versions)
    const last = all.at(-1)?.key
    const isWhole = !isTruncated || all.some(({ key }) => key !== last)
    if (!isWhole) {
      const isStuck = from.keyMarker === nextKeyMarker && from.versionIdMarker === nextVersionIdMarker
      if (nextKeyMarker === undefined || isStuck) throw new AppError('StorageUnreadable')
      from = { keyMarker: nextKeyMarker, versionIdMarker: nextVersionIdMarker }
      continue
    }
    requireOrder(all, after)
    const whole = isTruncated ? all.filter(({ key }) => key !== last) : all
    return { keys: byKey(whole), end: isTruncated ? whole.at(-1)?.key : undefined }
  }
}

function byKey(versions: readonly ListedVersion[]): Map<string, Listed[]> {
  const keys = new Map<string, Listed[]>()
  for (const version of versions) {
    const known = keys.get(version.key)
    if (known === undefined) keys.set(version.key, [listedVersion(version)])
    else known.push(listedVersion(version))
  }
  for (const one of keys.values()) one.reverse()
  return keys
}

async function listKey(side: Side, { versions }: Mode, key: string): Promise<Listed[]> {
  const { storage, bucket, prefix = '' } = side
  const whole = prefix + key
  if (versions) {
    const all: Listed[] = []
    const pages = versionsOfKey(storage, bucket, whole)
    for (;;) {
      const { value, done } = await onSide(side, pages.next())
      if (done || value === undefined) return all.reverse()
      all.push(...value.map(listedVersion))
    }
  }
  const page = await readPage(side, whole, { maxKeys: 1 })
  return page.objects.filter((object) => object.key === whole).map(listedObject)
}

function listedVersion({ versionId, size, etag, lastModified, isDeleteMarker }: ListedVersion): Listed {
  return { id: versionId, size, etag, time: lastModified, isMarker: isDeleteMarker }
}

function listedObject({ size, etag, lastModified }: ListedObject): Listed {
  return { id: '', size, etag, time: lastModified, isMarker: false }
}

/** Two listings can be merged only if both are in the order of keys. @throws AppError StorageUnreadable */
function requireOrder(listed: readonly { key: string }[], after: string): void {
  let before = after
  for (const { key } of listed) {
    if (compareBytes(key, before) < 0) throw new AppError('StorageUnreadable')
    before = key
  }
}

/** Finds the copies of a key's versions. Where ETags can't tell, the headers say whether they are those of encrypted objects. */
export async function matchKey(both: Both, { key, source, target }: KeyOnBoth): Promise<Match> {
  const likeness = (s: number, t: number) => {
    const [one, other] = [source[s], target[t]]
    return one !== undefined && other !== undefined ? isCopy(one, other) : false
  }
  const plain = matchVersions(source, target, (s, t) => likeness(s, t) === true)
  const isComplete = plain.extras.length === 0 && !plain.copies.includes(-1)
  if (isComplete || source.length * target.length > MAX_PAIRS) return plain
  const unclear = [...source.keys()].flatMap((s) =>
    [...target.keys()].filter((t) => likeness(s, t) === undefined).map((t) => [s, t] as const),
  )
  if (unclear.length === 0) return plain
  const encrypted = (side: Side, versions: readonly Listed[], numbers: number[]) =>
    encryptedOf(side, key, versions, new Set(numbers))
  const here = await encrypted(
    both.source,
    source,
    unclear.map(([s]) => s),
  )
  const there = await encrypted(
    both.target,
    target,
    unclear.map(([, t]) => t),
  )
  return matchVersions(source, target, (s, t) => likeness(s, t) ?? (here.has(s) || there.has(t)))
}

/** Which of these versions of a key are encrypted. */
async function encryptedOf(side: Side, key: string, versions: readonly Listed[], numbers: ReadonlySet<number>) {
  const found = new Set<number>()
  await inParallel(numbers, HEADS_AT_ONCE, async (number) => {
    const version = versions[number]
    if (version !== undefined && (await readEncryption(side, key, version))) found.add(number)
  })
  return found
}

async function readEncryption(side: Side, key: string, version: Listed): Promise<boolean> {
  try {
    return (await headOn(side, key, version))['x-amz-server-side-encryption'] !== undefined
  } catch (error) {
    // One that can't be read can't be compared either; copying it says why.
    if (error instanceof AppError && (error.code === 'NoSuchKey' || error.code === 'AccessDenied')) return false
    throw error
  }
}

/** The headers of a version or an object, or of one of its parts. @throws AppError */
export async function headOn(
  side: Side,
  key: string,
  { id }: Pick<Listed, 'id'>,
  partNumber?: number,
): Promise<Record<string, string>> {
  const { storage, bucket, prefix = '' } = side
  const source = { bucket, key: prefix + key, ...(id !== '' && { versionId: id }) }
  return await onSide(side, headSource(storage, source, partNumber))
}

/**
 * Whether a side says that it doesn't have an object. A listing without it is no proof.
 * @throws AppError for any other response
 */
export async function isGone(side: Side, key: string): Promise<boolean> {
  try {
    await headOn(side, key, { id: '' })
    return false
  } catch (error) {
    const isMissing = error instanceof AppError && error.code === 'NoSuchKey'
    // The code has other refusals too, which are about versions.
    if (isMissing && error.cause instanceof StorageError && error.cause.status === 404) return true
    throw error
  }
}

const SILENT = new Set(['StorageUnreachable', 'StorageTimeout', 'StorageUnreadable'])

/** Whoever reads that a server can't be reached has to know which one. */
export async function onSide<T>({ server }: Pick<Side, 'server'>, call: Promise<T>): Promise<T> {
  try {
    return await call
  } catch (error) {
    const isSilent = server !== undefined && error instanceof AppError && SILENT.has(error.code)
    throw isSilent ? new AppError('OtherServerUnreachable', { server }, { cause: error }) : error
  }
}
