/** Random histories of versioned buckets, compared with a model at every few steps. The seed is printed. */
import { join } from 'node:path'
import { Random } from '@cooperage/testkit/random'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startStore } from '../durable-store.ts'
import { realFiles } from '../files/real-files.ts'
import { GroupCommitIndex } from '../index/group-commit-index.ts'
import { ROW } from '../index/keys.ts'
import { openLmdbIndex } from '../index/lmdb-index.ts'
import type { BucketUsage, ListVersionsQuery, Store } from '../store.ts'
import { bodyOf, collect, dataFiles, METADATA, PATIENT, temporaryFolder } from '../testing/temporary-store.ts'
import { lineOf, VersionModel } from '../testing/version-model.ts'

const INLINE_BYTES = 50
const KEYS = ['a', 'a!', 'a/b', 'a/b/c', 'b', 'é/ß', 'é/z'] as const
/** In the first the versioning changes as it does in life; the others are as their names say. */
const BUCKETS = ['changing', 'never', 'always'] as const
const STEPS = 250

interface World {
  store: Store
  random: Random
  models: Map<string, VersionModel>
}

async function start(dataDir: string, random: Random) {
  let time = 1_700_000_000_000
  return await startStore({
    files: realFiles(dataDir),
    index: new GroupCommitIndex(openLmdbIndex(join(dataDir, 'index'))),
    inlineBytes: INLINE_BYTES,
    // A clock that sometimes stops and sometimes goes backward.
    now: () => {
      time += random.pick([0, 0, 1, 5, -3000])
      return time
    },
  })
}

test.each([1, 2, 3])('a random history of versions matches the model (%i)', async (run) => {
  const seed = Number(process.env.COOPERAGE_TEST_SEED ?? Math.floor(Math.random() * 2 ** 32))
  process.stdout.write(`version histories, run ${run}: COOPERAGE_TEST_SEED=${seed}\n`)
  const random = new Random(seed + run)
  const dataDir = await temporaryFolder(onTestFinished)
  let store = await start(dataDir, random)
  const models = new Map(BUCKETS.map((bucket) => [bucket, new VersionModel()]))
  for (const bucket of BUCKETS) await store.createBucket(bucket)
  await setVersioning({ store, random, models }, 'always', 'Enabled')
  try {
    for (let step = 0; step < STEPS; step++) {
      await act({ store, random, models })
      if (step % 10 === 0) compareListings({ store, random, models })
      if (step % 50 === 49) {
        await compareAll({ store, random, models })
        await store.close()
        store = await start(dataDir, random)
        await compareAll({ store, random, models })
      }
    }
    await emptyAll({ store, random, models })
    await vi.waitFor(async () => expect(await dataFiles(dataDir)).toEqual([]), PATIENT)
  } finally {
    await store.close()
  }
  expect(await rowKinds(dataDir)).toEqual([])
})

async function act(world: World): Promise<void> {
  const { random } = world
  const bucket = random.pick(BUCKETS)
  const key = random.pick(KEYS)
  if (random.chance(0.05)) {
    if (bucket === 'changing') await setVersioning(world, bucket, random.pick(['Enabled', 'Suspended']))
    return
  }
  await random.pick([put, put, put, copy, upload, remove, remove, removeVersion, removeVersion, tag])(
    world,
    bucket,
    key,
  )
}

async function setVersioning({ store, models }: World, bucket: string, versioning: 'Enabled' | 'Suspended') {
  await store.setVersioning(bucket, versioning)
  modelOf(models, bucket).versioning = versioning
  expect(store.getBucket(bucket)?.versioning).toBe(versioning)
}

function modelOf(models: World['models'], bucket: string): VersionModel {
  const model = models.get(bucket)
  if (!model) throw new Error(`There is no model of ${bucket}.`)
  return model
}

/** Enters what a write made, after checking that its id is new, or null where it must be. */
function enter(model: VersionModel, key: string, versionId: string, bytes: Buffer, tags: Record<string, string>) {
  if (model.versioning !== 'Enabled') expect(versionId).toBe('null')
  else expect(model.versions(key).every(({ id }) => id === 'null' || id < versionId)).toBe(true)
  model.add(key, { id: versionId, isDeleteMarker: false, bytes, tags })
}

function newBytes(random: Random): Buffer {
  const size = random.pick([0, 10, INLINE_BYTES + 1, 1500, 70_000])
  return Buffer.alloc(size, String(random.int(0, 1e9)))
}

async function put({ store, random, models }: World, bucket: string, key: string): Promise<void> {
  const bytes = newBytes(random)
  const tags: Record<string, string> = random.chance(0.3) ? { n: String(random.int(0, 9)) } : {}
  const record = await store.putObject(bucket, key, bodyOf(bytes), { metadata: METADATA, tags })
  enter(modelOf(models, bucket), key, record.versionId, bytes, tags)
  expect(store.statObject(bucket, key)).toEqual(record)
}

async function copy({ store, random, models }: World, bucket: string, key: string): Promise<void> {
  const from = { bucket: random.pick(BUCKETS), key: random.pick(KEYS) }
  const sourceModel = modelOf(models, from.bucket)
  const versionId = random.chance(0.5) ? anyId(random, sourceModel, from.key) : undefined
  const source = { ...from, ...(versionId === undefined ? {} : { versionId }) }
  const original = sourceModel.find(from.key, versionId)
  const copied = store.copyObject(source, bucket, key, {})
  if (!original || original.isDeleteMarker) {
    await expect(copied).rejects.toMatchObject({ code: versionId === undefined ? 'NoSuchKey' : 'NoSuchVersion' })
  } else {
    enter(modelOf(models, bucket), key, (await copied).versionId, original.bytes, original.tags)
  }
}

async function upload({ store, random, models }: World, bucket: string, key: string): Promise<void> {
  const { uploadId } = await store.createUpload(bucket, key, { metadata: METADATA, tags: { by: 'parts' } })
  const contents = [newBytes(random), newBytes(random)]
  const parts = await Promise.all(
    contents.map((bytes, index) => store.putPart(bucket, key, uploadId, index + 1, bodyOf(bytes))),
  )
  const record = await store.completeUpload(bucket, key, uploadId, parts)
  enter(modelOf(models, bucket), key, record.versionId, Buffer.concat(contents), { by: 'parts' })
}

async function remove({ store, random, models }: World, bucket: string, key: string): Promise<void> {
  const repeatMarker = random.chance(0.5)
  const outcome = await store.deleteObject(bucket, key, { repeatMarker })
  expect(outcome).toEqual(modelOf(models, bucket).delete(key, undefined, repeatMarker, outcome))
}

async function removeVersion({ store, random, models }: World, bucket: string, key: string): Promise<void> {
  const model = modelOf(models, bucket)
  const versionId = anyId(random, model, key)
  const outcome = await store.deleteObject(bucket, key, { versionId })
  expect(outcome).toEqual(model.delete(key, versionId, false, outcome))
}

async function tag({ store, random, models }: World, bucket: string, key: string): Promise<void> {
  const model = modelOf(models, bucket)
  const versionId = random.chance(0.5) ? anyId(random, model, key) : undefined
  const tags = { t: String(random.int(0, 9)) }
  const tagged = store.setObjectTags(bucket, key, versionId, tags)
  const version = model.find(key, versionId)
  if (version && !version.isDeleteMarker) {
    expect((await tagged).tags).toEqual(tags)
    model.setTags(key, version.id, tags)
  } else await expect(tagged).rejects.toMatchObject({ code: versionId === undefined ? 'NoSuchKey' : 'NoSuchVersion' })
}

/** Of a version that is there, or of none. */
function anyId(random: Random, model: VersionModel, key: string): string {
  const none = ['null', '01234567-89ab-7cde-8f01-23456789abcd', 'no id at all'] as const
  return random.pick([...none, ...model.versions(key).flatMap(({ id }) => [id, id, id])])
}

function compareListings({ store, random, models }: World): void {
  for (const [bucket, model] of models) {
    for (const prefix of ['', 'a', 'a/', 'é']) {
      for (const delimiter of [undefined, '/', 'b']) {
        const query = { prefix, limit: random.pick([1, 2, 3, 1000]), ...(delimiter ? { delimiter } : {}) }
        expect(paged(store, bucket, query)).toEqual(model.listing(prefix, delimiter))
      }
    }
    const visible = model.keys.filter((key) => model.find(key, undefined)?.isDeleteMarker === false)
    const { entries } = store.listObjects(bucket, { prefix: '', limit: 1000 })
    expect(entries.map(lineOf)).toEqual(
      model.listing('', undefined).filter((line) => line.includes(' latest ') && !line.includes(' gone ')),
    )
    expect(entries).toHaveLength(visible.length)
  }
}

function paged(store: Store, bucket: string, query: ListVersionsQuery): string[] {
  const lines: string[] = []
  let after: ListVersionsQuery['after']
  do {
    const page = store.listVersions(bucket, after === undefined ? query : { ...query, after })
    expect(page.entries.length).toBeLessThanOrEqual(query.limit)
    lines.push(...page.entries.map(lineOf))
    after = page.next
  } while (after !== undefined)
  return lines
}

async function compareAll({ store, random, models }: World): Promise<void> {
  compareListings({ store, random, models })
  expect(store.usage().map(withoutZeros)).toEqual([...models].sort().map(([bucket, model]) => usageOf(bucket, model)))
  for (const [bucket, model] of models) {
    for (const key of model.keys) {
      const versions = model.versions(key)
      for (const { id, isDeleteMarker, bytes, tags } of versions) {
        const expected = { versionId: id, isDeleteMarker, isLatest: id === versions[0]?.id, tags, size: bytes.length }
        expect(store.statObject(bucket, key, id)).toMatchObject(expected)
        const opened = await store.openObject(bucket, key, id)
        expect((await collect(opened.read())).equals(bytes)).toBe(true)
        await opened.close()
      }
      expect(store.statObject(bucket, key).versionId).toBe(versions[0]?.id)
    }
  }
}

const SIZES: [number, string][] = [
  [1024, 'LESS_THAN_1024_B'],
  [65_536, 'BETWEEN_1024_B_AND_64_KB'],
  [262_144, 'BETWEEN_64_KB_AND_256_KB'],
  [524_288, 'BETWEEN_256_KB_AND_512_KB'],
  [1_048_576, 'BETWEEN_512_KB_AND_1_MB'],
  [10_485_760, 'BETWEEN_1_MB_AND_10_MB'],
]
const COUNTS: [number, string][] = [
  [2, 'SINGLE_VERSION'],
  [10, 'BETWEEN_2_AND_10'],
  [100, 'BETWEEN_10_AND_100'],
]

function usageOf(bucket: string, model: VersionModel) {
  const all = model.keys.map((key) => model.versions(key))
  const objects = all.flat().filter(({ isDeleteMarker }) => !isDeleteMarker)
  const bytesOf = (versions: typeof objects) => versions.reduce((sum, { bytes }) => sum + bytes.length, 0)
  const versionsHistogram = counted(all.map((versions) => classOf(COUNTS, versions.length)))
  return {
    bucket,
    objects: all.length,
    versions: model.versioning === 'Off' ? 0 : all.flat().length,
    deleteMarkers: all.flat().length - objects.length,
    bytes: bytesOf(objects),
    sizeHistogram: counted(all.map((versions) => classOf(SIZES, bytesOf(versions)))),
    versionsHistogram: model.versioning === 'Off' && all.length > 0 ? { UNVERSIONED: all.length } : versionsHistogram,
  }
}

const classOf = (classes: [number, string][], value: number) => classes.find(([below]) => value < below)?.[1] ?? ''

function counted(names: string[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1
  return counts
}

function withoutZeros({ sizeHistogram, versionsHistogram, ...usage }: BucketUsage) {
  const { BETWEEN_1024B_AND_1_MB: _, ...sizes } = sizeHistogram
  return { ...usage, sizeHistogram: nonZero(sizes), versionsHistogram: nonZero(versionsHistogram) }
}

const nonZero = (counts: Record<string, number>) =>
  Object.fromEntries(Object.entries(counts).filter(([, count]) => count !== 0))

async function emptyAll({ store, models }: World): Promise<void> {
  for (const [bucket, model] of models) {
    if (model.keys.length > 0) {
      await expect(store.deleteBucket(bucket)).rejects.toMatchObject({ code: 'BucketNotEmpty' })
    }
    for (const key of model.keys) {
      for (const { id } of model.versions(key)) await store.deleteObject(bucket, key, { versionId: id })
    }
    await store.deleteBucket(bucket)
  }
}

/** The kinds of all rows that are left. */
async function rowKinds(dataDir: string): Promise<string[]> {
  const index = openLmdbIndex(join(dataDir, 'index'))
  try {
    const kinds = Object.values(ROW)
    const rows = Array.from(index.range(Buffer.from([0]), Buffer.from([255])), ({ key }) => key.toString('latin1'))
    return kinds.filter((kind) => rows.some((row) => row.startsWith(kind)))
  } finally {
    await index.close()
  }
}
