/**
 * The objects of an archive, in order. Small ones are fetched a few ahead and buffered, since for them the round trip takes
 * longer than the bytes; a large one is opened when it is its turn, and streamed.
 */
import { AppError } from '@cooperage/contract'
import {
  listObjects,
  type ObjectStream,
  readObject,
  type SmallObject,
  SmallObjects,
  type StorageClient,
} from '@cooperage/storage-client'
import { withStorageErrors } from '../shared/storage-errors.ts'
import { zipName } from './zip-name.ts'
import type { ZipEntry } from './zip-writer.ts'

/** How many objects are fetched ahead at most, and their maximum size. An archive buffers no more than `AHEAD_BYTES` of them. */
const AHEAD = 16
const FIRST_AHEAD = 4
const HELD_BYTES = 256 * 1024
const AHEAD_BYTES = 8 * HELD_BYTES

/** Keys to list before the first object is fetched. */
const FIRST_KEYS = 32

/** A buffered object that takes longer comes from a server that trickles, and the archive would appear to hang. */
const HELD_TIMEOUT_MS = 30_000

/** The contents of an archive: objects, and folders with everything in them. */
export interface Contents {
  bucket: string
  /** Keys; one that ends in a slash is a folder. */
  paths: readonly string[]
  /** The prefix that all paths start with and that names in the archive leave out. */
  base: string
}

/** What is known of an object before it is fetched. */
interface Wanted {
  key: string
  /** Known from a listing only. */
  size?: number
}

/**
 * The entries of an archive, in the order of the paths.
 * @throws AppError NoSuchFolder, NoSuchKey and whatever else a listing or a download can throw
 */
export async function* zipEntries(storage: StorageClient, contents: Contents): AsyncGenerator<ZipEntry> {
  const { bucket, base } = contents
  // If the caller stops early, nothing keeps running behind it.
  const done = new AbortController()
  const client = { ...storage, signal: AbortSignal.any([done.signal, ...(storage.signal ? [storage.signal] : [])]) }
  const small = new SmallObjects(client, bucket, { maxBytes: HELD_BYTES, timeoutMs: HELD_TIMEOUT_MS })
  const wanted = wantedObjects(client, contents)
  const ahead: { key: string; bytes: number; fetched: Promise<ZipEntry | undefined> }[] = []
  let aheadBytes = 0
  let hasMore = true
  // Grows with each object, so that the others don't delay the first one.
  let most = FIRST_AHEAD
  try {
    for (;;) {
      while (hasMore && ahead.length < most && aheadBytes + HELD_BYTES <= AHEAD_BYTES) {
        const next = await wanted.next()
        if (next.done) hasMore = false
        else {
          const bytes = Math.min(next.value.size ?? HELD_BYTES, HELD_BYTES)
          ahead.push({ key: next.value.key, bytes, fetched: prefetch({ client, small, bucket, base }, next.value) })
          aheadBytes += bytes
        }
      }
      const first = ahead.shift()
      if (first === undefined) return
      const { key, bytes, fetched } = first
      aheadBytes -= bytes
      most = Math.min(most + 1, AHEAD)
      yield (await fetched) ?? streamed(key, base, await open(client, bucket, key))
    }
  } finally {
    done.abort()
  }
}

async function* wantedObjects(storage: StorageClient, { bucket, paths }: Contents): AsyncGenerator<Wanted> {
  for (const path of paths) {
    if (!path.endsWith('/')) {
      yield { key: path }
      continue
    }
    let isEmpty = true
    const pages = listObjects(storage, bucket, { prefix: path, firstMaxKeys: FIRST_KEYS })
    for (;;) {
      const page = await withStorageErrors({ action: 's3:ListBucket', bucket }, pages.next())
      if (page.done) break
      for (const { key, size } of page.value.objects) {
        isEmpty = false
        yield { key, size }
      }
    }
    if (isEmpty) throw new AppError('NoSuchFolder', { folder: path })
  }
}

/** Where objects are fetched from, and the prefix that their names leave out. */
interface Source {
  client: StorageClient
  small: SmallObjects
  bucket: string
  base: string
}

/** A small object as a whole; undefined for one that is to be streamed. */
function prefetch(source: Source, wanted: Wanted): Promise<ZipEntry | undefined> {
  const fetched = fetchSmall(source, wanted)
  // Its failure is handled when its turn comes; if the archive has ended before, nothing awaits it any more.
  fetched.catch(() => {})
  return fetched
}

async function fetchSmall(source: Source, { key, size }: Wanted): Promise<ZipEntry | undefined> {
  if (size !== undefined && size > HELD_BYTES) return undefined
  const { small, bucket, base } = source
  const object =
    (await withStorageErrors({ action: 's3:GetObject', bucket, key }, small.read(key))) ??
    (await fetchPooled(source, key))
  if (object === undefined) return undefined
  const { content, lastModified } = object
  return { name: nameOf(key, base, content.length), modified: lastModified, content }
}

async function fetchPooled({ client, bucket }: Source, key: string): Promise<SmallObject | undefined> {
  const deadline = AbortSignal.timeout(HELD_TIMEOUT_MS)
  const signal = client.signal === undefined ? deadline : AbortSignal.any([client.signal, deadline])
  const object = await open({ ...client, signal }, bucket, key)
  if (object.size > HELD_BYTES) {
    object.discard()
    return undefined
  }
  const pieces: Buffer[] = []
  for await (const piece of object.bytes) pieces.push(piece)
  return { content: Buffer.concat(pieces), lastModified: object.lastModified }
}

function streamed(key: string, base: string, { size, lastModified, bytes }: ObjectStream): ZipEntry {
  return { name: nameOf(key, base, size), modified: lastModified, content: { size, bytes } }
}

async function open(client: StorageClient, bucket: string, key: string): Promise<ObjectStream> {
  return await withStorageErrors({ action: 's3:GetObject', bucket, key }, readObject(client, bucket, key))
}

/** A key that ends with a slash and has content, which no folder can have, gets a file name. */
function nameOf(key: string, base: string, size: number): string {
  const name = zipName(key.slice(base.length))
  return name.endsWith('/') && size > 0 ? `${name}%2F` : name
}
