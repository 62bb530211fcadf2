import { type ObjectMetadata, type Store, StoreError } from '../../src/store/store.ts'
import { arriving, breakingOff, ClientLeft, collect, contentOf, digestOf, etagOf } from './content.ts'
import type { Ledger } from './ledger.ts'
import type { Random } from './random.ts'

/** Of these only the second is ever deleted, so that what becomes of uploads in the first is known. */
const BUCKETS = ['casks', 'staves'] as const
const LASTING = BUCKETS[0]
const KEYS = ['a', 'a/b', 'oak', 'é/ß', 'z'] as const
const METADATA: ObjectMetadata = { contentType: 'text/plain', headers: {}, user: {} }

export interface WorkloadOptions {
  store: Store
  ledger: Ledger
  random: Random
  /** Numbers for contents, never twice the same for one ledger. */
  nextId(): number
  /** Sizes around the limit for inline objects, so that both ways are taken. */
  inlineBytes: number
  isRunning(): boolean
  pause(): Promise<void>
  /** Called when a client hears of success: the last step of a write. */
  acknowledged(): Promise<void>
  /** A violation seen while running. */
  report(violation: string): void
}

/** Several clients that put, overwrite, delete, upload in parts and read the same few keys, until told to stop. */
export async function runClients(count: number, options: WorkloadOptions): Promise<void> {
  await Promise.all(Array.from({ length: count }, () => runClient(options)))
}

async function runClient(options: WorkloadOptions): Promise<void> {
  const { random } = options
  const actions = [put, put, put, put, abandonedPut, remove, upload, read, read, dropBucket] as const
  while (options.isRunning()) {
    await options.pause()
    await random.pick(actions)(options, random.pick(BUCKETS), random.pick(KEYS))
  }
}

async function put(options: WorkloadOptions, bucket: string, key: string): Promise<void> {
  const bytes = newContent(options)
  await write(options, { [`${bucket}/${key}`]: digestOf(bytes) }, () =>
    options.store.putObject(bucket, key, bodyOf(options, bytes), { metadata: METADATA }),
  )
}

async function abandonedPut(options: WorkloadOptions, bucket: string, key: string): Promise<void> {
  const bytes = newContent(options)
  await write(options, { [`${bucket}/${key}`]: digestOf(bytes) }, () =>
    options.store.putObject(bucket, key, breakingOff(bodyOf(options, bytes)), { metadata: METADATA }),
  )
}

async function remove(options: WorkloadOptions, bucket: string, key: string): Promise<void> {
  await write(options, { [`${bucket}/${key}`]: undefined }, () => options.store.deleteObject(bucket, key))
}

/** Some uploads are completed, some aborted, some neither; one part is sometimes sent twice. */
async function upload(options: WorkloadOptions, bucket: string, key: string): Promise<void> {
  const { store, random } = options
  const { uploadId } =
    (await write(options, {}, () => store.createUpload(bucket, key, { metadata: METADATA, tags: {} }))) ?? {}
  if (uploadId === undefined) return
  const name = (partNumber: number) => partName(bucket, key, uploadId, partNumber)
  const contents = Array.from({ length: random.int(1, 3) }, () => newContent(options))
  const putPart = (partNumber: number, bytes: Buffer) =>
    write(options, bucket === LASTING ? { [name(partNumber)]: etagOf(bytes) } : {}, () =>
      store.putPart(bucket, key, uploadId, partNumber, bodyOf(options, bytes)),
    )
  if (random.chance(0.3)) await putPart(1, newContent(options))
  const parts = await Promise.all(contents.map((bytes, index) => putPart(index + 1, bytes)))
  const stored = parts.filter((part) => part !== undefined)
  if (stored.length < contents.length || random.chance(0.1)) return
  const gone = bucket === LASTING ? Object.fromEntries(stored.map((part) => [name(part.partNumber), undefined])) : {}
  if (random.chance(0.2)) await write(options, gone, () => store.abortUpload(bucket, key, uploadId))
  else {
    const whole = { [`${bucket}/${key}`]: digestOf(Buffer.concat(contents)) }
    await write(options, { ...gone, ...whole }, () => store.completeUpload(bucket, key, uploadId, stored))
  }
}

/** Buckets come and go while others write into them: an acknowledged object is never deleted with its bucket. */
async function dropBucket(options: WorkloadOptions, bucket: string): Promise<void> {
  if (bucket !== LASTING) await write(options, {}, () => options.store.deleteBucket(bucket))
  await write(options, {}, () => options.store.createBucket(bucket))
}

async function read({ store, ledger, ...options }: WorkloadOptions, bucket: string, key: string): Promise<void> {
  try {
    const object = await store.openObject(bucket, key)
    await options.pause()
    const bytes = await collect(object.read())
    await object.close()
    if (bytes.length !== object.record.size) options.report(`${bucket}/${key} was read with a wrong length`)
    else if (!ledger.wasOffered(`${bucket}/${key}`, digestOf(bytes))) options.report(`${bucket}/${key} was read torn`)
  } catch (error) {
    expectRefusal(options, error)
  }
}

/**
 * Enters a write in the ledger, with what became of it. `outcome` says for each name what it holds afterwards; undefined
 * is returned for a refusal.
 */
async function write<T>(
  { ledger, acknowledged, ...options }: WorkloadOptions,
  outcome: Record<string, string | undefined>,
  work: () => Promise<T>,
): Promise<T | undefined> {
  const entries = Object.entries(outcome).map(([name, digest]) => ledger.start(name, digest))
  let result: T
  try {
    result = await work()
  } catch (error) {
    for (const entry of entries) ledger.refuse(entry)
    expectRefusal(options, error)
    return undefined
  }
  for (const entry of entries) ledger.acknowledge(entry)
  await acknowledged()
  return result
}

const REFUSALS = new Set(['NoSuchBucket', 'NoSuchKey', 'NoSuchUpload', 'BucketExists', 'BucketNotEmpty'])

function expectRefusal({ report }: Pick<WorkloadOptions, 'report'>, error: unknown): void {
  if (error instanceof ClientLeft) return
  if (error instanceof StoreError && REFUSALS.has(error.code)) return
  report(`unexpected failure: ${error}`)
}

function newContent({ nextId, random, inlineBytes }: WorkloadOptions): Buffer {
  const size = random.chance(0.5) ? random.int(1, inlineBytes) : random.int(inlineBytes + 1, 10 * inlineBytes)
  return contentOf(nextId(), size + 20)
}

function bodyOf({ random, pause }: WorkloadOptions, bytes: Buffer): AsyncIterable<Uint8Array> {
  return arriving(bytes, random, pause)
}

/**
 * Compares every name of the ledger with what a started store holds, objects by reading them wholly; what is found is
 * what the ledger begins with from then on.
 */
export async function inspect(store: Store, ledger: Ledger): Promise<string[]> {
  const wrong: string[] = []
  for (const name of ledger.keys) {
    const found = await (isPartName(name) ? partIn(store, name) : contentIn(store, name)).catch((error) => {
      wrong.push(`${name} cannot be read: ${error.message}`)
      return undefined
    })
    const objection = ledger.objection(name, found)
    if (objection) wrong.push(objection)
    ledger.settle(name, found)
  }
  return wrong
}

async function contentIn(store: Store, name: string): Promise<string | undefined> {
  const cut = name.indexOf('/')
  try {
    const object = await store.openObject(name.slice(0, cut), name.slice(cut + 1))
    try {
      const bytes = await collect(object.read())
      if (bytes.length !== object.record.size) throw new Error(`${bytes.length} of ${object.record.size} bytes`)
      return digestOf(bytes)
    } finally {
      await object.close()
    }
  } catch (error) {
    if (error instanceof StoreError && (error.code === 'NoSuchKey' || error.code === 'NoSuchBucket')) return undefined
    throw error
  }
}

function partName(...part: [bucket: string, key: string, uploadId: string, partNumber: number]): string {
  return JSON.stringify(part)
}

function isPartName(name: string): boolean {
  return name.startsWith('[')
}

async function partIn(store: Store, name: string): Promise<string | undefined> {
  const [bucket, key, uploadId, partNumber] = JSON.parse(name)
  try {
    return store.listParts(bucket, key, uploadId).find((part) => part.partNumber === partNumber)?.etag
  } catch (error) {
    if (error instanceof StoreError && error.code === 'NoSuchUpload') return undefined
    throw error
  }
}
