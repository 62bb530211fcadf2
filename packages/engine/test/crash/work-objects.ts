/** Work in buckets that were never versioned. */
import { breakingOff, digestOf, etagOf } from './content.ts'
import { BUCKETS, contentEntry, EXISTS, nameOf } from './names.ts'
import {
  arriving,
  metadataOf,
  newContent,
  newObject,
  perhapsEncrypted,
  type Work,
  type WorkloadOptions,
  write,
  writeUnnamed,
} from './workload.ts'

const pickBucket = ({ random }: WorkloadOptions) => random.pick([BUCKETS.plain, BUCKETS.passing])

export const put: Work = async (options, key) => {
  const bucket = pickBucket(options)
  const object = newObject(options)
  await write(options, { [nameOf.object(bucket, key)]: object.held }, () =>
    options.store.putObject(bucket, key, object.body, object.options),
  )
}

export const abandonedPut: Work = async (options, key) => {
  const bucket = pickBucket(options)
  const object = newObject(options)
  await write(options, { [nameOf.object(bucket, key)]: object.held }, () =>
    options.store.putObject(bucket, key, breakingOff(object.body), object.options),
  )
}

export const remove: Work = async (options, key) => {
  const bucket = pickBucket(options)
  await write(options, { [nameOf.object(bucket, key)]: undefined }, () => options.store.deleteObject(bucket, key))
}

/** Some uploads are completed, some aborted, some left incomplete; a part is sometimes sent twice. */
export const upload: Work = async (options, key) => {
  const { store, random } = options
  const bucket = pickBucket(options)
  const id = String(options.nextId())
  const create = () =>
    store.createUpload(bucket, key, { metadata: metadataOf(id), tags: {}, ...perhapsEncrypted(options) })
  const isKnown = bucket === BUCKETS.plain
  const unnamed = {
    group: `upload ${bucket}/${key}`,
    holds: EXISTS,
    nameOf: ({ uploadId }: { uploadId: string }) => nameOf.upload(bucket, key, uploadId),
  }
  const { uploadId } = (isKnown ? await writeUnnamed(options, unnamed, create) : await write(options, {}, create)) ?? {}
  if (uploadId === undefined) return
  const name = (partNumber: number) => nameOf.part(bucket, key, uploadId, partNumber)
  const contents = Array.from({ length: random.int(1, 3) }, () => newContent(options))
  const putPart = (partNumber: number, bytes: Buffer) =>
    write(options, isKnown ? { [name(partNumber)]: etagOf(bytes) } : {}, () =>
      store.putPart(bucket, key, uploadId, partNumber, arriving(options, bytes)),
    )
  if (random.chance(0.3)) await putPart(1, newContent(options))
  const parts = await Promise.all(contents.map((bytes, index) => putPart(index + 1, bytes)))
  const stored = parts.filter((part) => part !== undefined)
  if (stored.length < contents.length || random.chance(0.1)) return
  const gone = isKnown
    ? Object.fromEntries(
        [unnamed.nameOf({ uploadId }), ...stored.map((part) => name(part.partNumber))].map((n) => [n, undefined]),
      )
    : {}
  if (random.chance(0.2)) await write(options, gone, () => store.abortUpload(bucket, key, uploadId))
  else {
    const whole = { [nameOf.object(bucket, key)]: contentEntry(id, digestOf(Buffer.concat(contents))) }
    await write(options, { ...gone, ...whole }, () => store.completeUpload(bucket, key, uploadId, stored))
  }
}

/**
 * Copies a version, whose bytes are known because they never change, into any kind of bucket. The copies share the content, which
 * is deleted with the last of them.
 */
export const copy: Work = async (options, key) => {
  const { store, random } = options
  const versions = store.listVersions(BUCKETS.versioned, { prefix: '', limit: 1000 }).entries
  const [source] = versions.splice(random.int(0, Math.max(0, versions.length - 1)), 1)
  if (source?.kind !== 'object' || source.record.isDeleteMarker) return
  const { versionId, metadata } = source.record
  const digest = options.ledger.digestOf(metadata.user.id ?? '')
  if (digest === undefined) return
  const id = String(options.nextId())
  const bucket = random.pick([BUCKETS.plain, BUCKETS.passing, BUCKETS.versioned])
  const name = bucket === BUCKETS.versioned ? nameOf.version(bucket, key, id) : nameOf.object(bucket, key)
  await write(options, { [name]: contentEntry(id, digest) }, () =>
    store.copyObject({ bucket: BUCKETS.versioned, key: source.record.key, versionId }, bucket, key, {
      metadata: metadataOf(id),
    }),
  )
}

/** A bucket is created and deleted while others write to it: an acknowledged object is never deleted with it. */
export const dropBucket: Work = async (options) => {
  const { store, random } = options
  const bucket = BUCKETS.passing
  if (random.chance(0.5)) await write(options, {}, () => store.setBucketDocument(bucket, 'policy', '{}'))
  await write(options, {}, () => store.deleteBucket(bucket))
  await write(options, {}, () => store.createBucket(bucket))
}

/** A bucket without objects, whose document is deleted with it. */
export const passBucket: Work = async (options) => {
  const { store } = options
  const bucket = BUCKETS.empty
  const name = nameOf.bucket(bucket)
  await write(options, { [name]: EXISTS }, () => store.createBucket(bucket))
  await write(options, {}, () => store.setBucketDocument(bucket, 'policy', '{}'))
  await write(options, { [name]: undefined }, () => store.deleteBucket(bucket))
}
