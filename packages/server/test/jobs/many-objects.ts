/** Buckets of very many objects for migrations: whatever a storage server can keep, under names of every kind. */
import { createHash } from 'node:crypto'
import { createLockedBucket } from '@cooperage/testkit'
import { isXmlText, parseListVersions } from '@cooperage/wire'
import type { objectStorage } from '../objects/object-storage.ts'
import { ODD_NAMES } from '../odd-names.ts'

type Objects = ReturnType<typeof objectStorage>

/** How a bucket keeps its objects. */
export interface Keeping {
  versions: boolean
  locks: boolean
}

/** What a change at the source is to the next migration. */
export type Change = 'overwritten' | 'added' | 'deleted' | 'updated'

/** A version, an object or a delete marker, as both sides of a migration have to list it. */
export interface ListedState {
  key: string
  versionId: string
  /** Its ETag, or `deleted`. */
  state: string
}

const VERSIONED = '<VersioningConfiguration><Status>Enabled</Status></VersioningConfiguration>'
const NAMES = [...ODD_NAMES, 'folder/', 'folder/below', 'folder!', 'folder0', '\u0001', '~']
const LARGE = 4
const MIB = 1024 * 1024
const DAY_MS = 24 * 3_600_000
const UNTIL = new Date(Math.ceil(Date.now() / 1000) * 1000 + DAY_MS).toISOString()
const TAGS = '<Tagging><TagSet><Tag><Key>n</Key><Value>changed</Value></Tag></TagSet></Tagging>'
const HOLD = '<LegalHold><Status>ON</Status></LegalHold>'

function keyOf(index: number): string {
  if (index < NAMES.length) return NAMES[index] ?? ''
  return `${index % 7}/${index} ${NAMES[Math.floor(index / 7) % NAMES.length]}`
}

const isHeld = (index: number) => index % 8 === 2 || index % 8 === 3

function headersOf(index: number, { locks }: Keeping): Record<string, string> {
  const mode = locks && { 0: 'GOVERNANCE', 1: 'COMPLIANCE', 3: 'GOVERNANCE' }[index % 8]
  return {
    ...(index % 4 === 0 && { 'x-amz-tagging': `n=${index}&a%20b=c%2Fd%2B` }),
    ...(index % 6 === 1 && { 'content-type': 'text/x; charset=utf-8', 'x-amz-meta-word': '=?UTF-8?b?w7xtbGF1dA==?=' }),
    ...(index % 6 === 2 && { 'content-encoding': 'gzip', 'cache-control': 'max-age=60', 'content-language': 'de' }),
    ...(index % 6 === 3 && { 'content-disposition': 'inline; filename="a.txt"', 'x-amz-meta-n': String(index) }),
    ...(mode && { 'x-amz-object-lock-mode': mode, 'x-amz-object-lock-retain-until-date': UNTIL }),
    ...(locks && isHeld(index) && { 'x-amz-object-lock-legal-hold': 'ON' }),
  }
}

/** MinIO keeps no versions of the placeholder of a folder. */
const isFolder = (key: string) => key.endsWith('/')

export class ManyObjects {
  readonly bucket: string
  readonly keeping: Keeping
  readonly #objects: Objects

  constructor(objects: Objects, bucket: string, keeping: Keeping) {
    this.#objects = objects
    this.bucket = bucket
    this.keeping = keeping
  }

  async create(): Promise<void> {
    const { bucket, keeping } = this
    const { request } = this.#objects
    if (keeping.locks) return await createLockedBucket(request, bucket)
    await request({ method: 'PUT', bucket })
    if (keeping.versions) await request({ method: 'PUT', bucket, query: { versioning: '' }, body: VERSIONED })
  }

  /** Stores one of the objects, with its versions and delete markers. */
  async write(index: number): Promise<void> {
    const { bucket, keeping } = this
    const { put, remove, removeAgain } = this.#objects
    const key = keyOf(index)
    await put(bucket, key, isFolder(key) || index % 11 === 0 ? '' : `body ${index}`, headersOf(index, keeping))
    if (!keeping.versions || isFolder(key)) return
    if (index % 5 === 0) await put(bucket, key, `second ${index}`, headersOf(this.#latest(index), keeping))
    if (this.#isDeleted(index)) await remove(bucket, key)
    if (this.#isDeleted(index) && index % 27 === 0 && isXmlText(key)) await removeAgain(bucket, key)
  }

  /** Whose headers the latest version has. */
  #latest(index: number): number {
    return index % 5 === 0 && !isFolder(keyOf(index)) ? index + 1 : index
  }

  /** Whether the latest version is a delete marker. */
  #isDeleted(index: number): boolean {
    return this.keeping.versions && index % 9 === 0 && !isFolder(keyOf(index))
  }

  /** Stores some objects that have an ETag of parts. */
  async writeInParts(): Promise<void> {
    for (let index = 0; index < LARGE; index++) {
      const parts = [Buffer.alloc(5 * MIB, `${index}`), Buffer.from(`end ${index}`)]
      await this.#objects.putInParts(this.bucket, `parts/${index}`, parts, headersOf(index, this.keeping))
    }
  }

  /** Changes an object. Each `turn` does something else. */
  async change(turn: number, index: number): Promise<{ key: string; change: Change }> {
    const { bucket, keeping } = this
    const { put, remove } = this.#objects
    const key = keyOf(index)
    const isDeleted = this.#isDeleted(index)
    switch (isFolder(key) ? 0 : turn % 5) {
      case 0:
        await put(bucket, `new/${key}`, isFolder(key) ? '' : `new ${index}`, headersOf(index, keeping))
        return { key: `new/${key}`, change: 'added' }
      case 1:
        // It may leave the delete marker that is there.
        if (isDeleted) break
        await remove(bucket, key)
        return { key, change: 'deleted' }
      case 2:
        if (isDeleted) break
        await this.#set(key, 'tagging', TAGS)
        return { key, change: 'updated' }
      case 3:
        if (isDeleted || !keeping.locks || isHeld(this.#latest(index))) break
        await this.#set(key, 'legal-hold', HOLD)
        return { key, change: 'updated' }
    }
    await put(bucket, key, `changed ${index}`, headersOf(index + 1, keeping))
    return { key, change: 'overwritten' }
  }

  async #set(key: string, what: string, body: string): Promise<void> {
    const headers = { 'content-md5': createHash('md5').update(body).digest('base64') }
    await this.#objects.request({ method: 'PUT', bucket: this.bucket, key, query: { [what]: '' }, body, headers })
  }
}

/** Everything in a bucket, in its order. */
export async function listEverything({ request }: Objects, bucket: string): Promise<ListedState[]> {
  const listed: ListedState[] = []
  for (let marker: Record<string, string> = {}; ; ) {
    const query = { versions: '', 'encoding-type': 'url', ...marker }
    const page = parseListVersions((await request({ method: 'GET', bucket, query })).text)
    for (const { key, versionId, isDeleteMarker, etag } of page.versions) {
      listed.push({ key, versionId, state: isDeleteMarker ? 'deleted' : etag })
    }
    if (!page.isTruncated) return listed
    marker = { 'key-marker': page.nextKeyMarker ?? '', 'version-id-marker': page.nextVersionIdMarker ?? '' }
  }
}

const KEPT =
  /^(content-(type|length|encoding|disposition|language)|cache-control|etag|x-amz-meta-.*|x-amz-object-lock-(mode|legal-hold))$/

/** What a server returns of a version: its bytes, and all that was stored with them. */
export async function readVersion({ request }: Objects, bucket: string, { key, versionId }: ListedState) {
  const { headers, bytes } = await request({ method: 'GET', bucket, key, query: { versionId } })
  const tagging = await request({ method: 'GET', bucket, key, query: { tagging: '', versionId } })
  const until = headers['x-amz-object-lock-retain-until-date']
  return {
    key,
    headers: Object.fromEntries(Object.entries(headers).filter(([name]) => KEPT.test(name))),
    until: until && Date.parse(until),
    bytes: createHash('sha256').update(bytes).digest('hex'),
    tags: [...tagging.text.matchAll(/<Tag>.*?<\/Tag>/gs)].map(([tag]) => tag).sort(),
  }
}
