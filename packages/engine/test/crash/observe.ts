import { NULL_VERSION, type ObjectRecord, type Store } from '../../src/store/store.ts'
import { collect, digestOf } from './content.ts'
import type { Ledger } from './ledger.ts'
import { BUCKETS, contentEntry, EXISTS, groupOf, MARKER, nameOf, SPACES, TAGGED } from './names.ts'

/** Everything that a started store contains, by name. Objects and versions are read completely. */
export async function observe(store: Store, wrong: string[]): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for (const { name: bucket, versioning } of store.listBuckets()) {
    if (versioning === 'Off') await observeObjects(store, bucket, found, wrong)
    else await observeVersions(store, bucket, found, wrong)
    if (bucket !== BUCKETS.passing) {
      found.set(nameOf.bucket(bucket), EXISTS)
      observeUploads(store, bucket, found)
    }
    if (bucket === BUCKETS.suspended && versioning !== 'Off') found.set(nameOf.versioning(bucket), versioning)
    const document =
      bucket === BUCKETS.passing || bucket === BUCKETS.empty ? undefined : store.getBucketDocument(bucket, 'policy')
    if (document) found.set(nameOf.bucketDocument(bucket, 'policy'), document.text)
  }
  observeDocuments(store, found)
  return found
}

async function observeObjects(store: Store, bucket: string, found: Map<string, string>, wrong: string[]) {
  const { entries } = store.listObjects(bucket, { prefix: '', limit: 1000 })
  for (const entry of entries) {
    if (entry.kind === 'prefix') continue
    const { key } = entry.record
    const held = await contentOf(store, entry.record, wrong)
    if (key !== TAGGED) found.set(nameOf.object(bucket, key), held)
  }
}

async function observeVersions(store: Store, bucket: string, found: Map<string, string>, wrong: string[]) {
  const { entries } = store.listVersions(bucket, { prefix: '', limit: 1000 })
  let last: string | undefined
  for (const entry of entries) {
    if (entry.kind === 'prefix') continue
    const { key, versionId, isLatest, isDeleteMarker, metadata, tags } = entry.record
    if (isLatest !== (key !== last)) wrong.push(`${bucket}/${key} has a wrong latest version: ${versionId}`)
    last = key
    const held = isDeleteMarker ? MARKER : await contentOf(store, entry.record, wrong)
    if (key === TAGGED) {
      if (tags.n !== undefined) found.set(nameOf.tags(bucket, key), tags.n)
    } else if (versionId === NULL_VERSION) found.set(nameOf.nullVersion(bucket, key), held)
    else if (isDeleteMarker) found.set(nameOf.marker(bucket, key, versionId), held)
    else found.set(nameOf.version(bucket, key, metadata.user.id ?? ''), held)
  }
}

async function contentOf(store: Store, record: ObjectRecord, wrong: string[]): Promise<string> {
  const { bucket, key, versionId, size, metadata } = record
  try {
    const object = await store.openObject(bucket, key, versionId)
    try {
      const bytes = await collect(object.read())
      if (bytes.length !== size) wrong.push(`${bucket}/${key} has ${bytes.length} of ${size} bytes`)
      return contentEntry(metadata.user.id, digestOf(bytes))
    } finally {
      await object.close()
    }
  } catch (error) {
    wrong.push(`${bucket}/${key} (${versionId}) cannot be read: ${error}`)
    return 'unreadable'
  }
}

function observeUploads(store: Store, bucket: string, found: Map<string, string>): void {
  for (const entry of store.listUploads(bucket, { prefix: '', limit: 1000 }).entries) {
    if (entry.kind === 'prefix') continue
    const { key, uploadId } = entry.record
    found.set(nameOf.upload(bucket, key, uploadId), EXISTS)
    for (const { partNumber, etag } of store.listParts(bucket, key, uploadId)) {
      found.set(nameOf.part(bucket, key, uploadId, partNumber), etag)
    }
  }
}

function observeDocuments({ documents }: Store, found: Map<string, string>): void {
  for (const { id, value } of documents.list(SPACES.config))
    found.set(nameOf.document(SPACES.config, id), String(value))
  const mappings = new Map(documents.list(SPACES.mapping).map(({ id, value }) => [id, value]))
  const users = new Map(documents.list(SPACES.user).map(({ id, value }) => [id, value]))
  for (const id of new Set([...users.keys(), ...mappings.keys()])) {
    const isWhole = users.get(id) === mappings.get(id)
    found.set(nameOf.pair(id), isWhole ? String(users.get(id)) : 'one without the other')
  }
}

/**
 * Compares the contents of a started store with the ledger, and makes them the ledger's new baseline. Returns what is wrong.
 */
export async function inspect(store: Store, ledger: Ledger): Promise<string[]> {
  const wrong: string[] = []
  const found = await observe(store, wrong)
  for (const name of new Set([...ledger.keys, ...found.keys()])) {
    const held = found.get(name)
    const group = groupOf(name)
    if (group !== undefined && held !== undefined && ledger.isUnacknowledged(name)) {
      if (!ledger.allowsUnnamed(group)) wrong.push(`${name} was created by no client`)
    } else {
      const objection = ledger.objection(name, held)
      if (objection) wrong.push(objection)
    }
    ledger.reset(name, held)
  }
  ledger.forgetUnnamed()
  return wrong
}
