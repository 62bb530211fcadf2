import { type ObjectMetadata, type Store, StoreError } from '../../src/store/store.ts'
import { arriving, breakingOff, ClientLeft, collect, contentOf, digestOf } from './content.ts'
import type { Ledger } from './ledger.ts'
import type { Random } from './random.ts'

const BUCKETS = ['casks', 'staves'] as const
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
  await write(options, bucket, key, digestOf(bytes), () =>
    options.store.putObject(bucket, key, bodyOf(options, bytes), METADATA),
  )
}

async function abandonedPut(options: WorkloadOptions, bucket: string, key: string): Promise<void> {
  const bytes = newContent(options)
  await write(options, bucket, key, digestOf(bytes), () =>
    options.store.putObject(bucket, key, breakingOff(bodyOf(options, bytes)), METADATA),
  )
}

async function remove(options: WorkloadOptions, bucket: string, key: string): Promise<void> {
  await write(options, bucket, key, undefined, () => options.store.deleteObject(bucket, key))
}

async function upload(options: WorkloadOptions, bucket: string, key: string): Promise<void> {
  const { store, random } = options
  try {
    const { uploadId } = await store.createUpload(bucket, key, METADATA)
    const contents = Array.from({ length: random.int(1, 3) }, () => newContent(options))
    const putPart = (partNumber: number, bytes: Buffer) =>
      store.putPart(bucket, key, uploadId, partNumber, bodyOf(options, bytes))
    if (random.chance(0.3)) await putPart(1, newContent(options))
    const parts = await Promise.all(contents.map((bytes, index) => putPart(index + 1, bytes)))
    if (random.chance(0.2)) return await store.abortUpload(bucket, key, uploadId)
    await write(options, bucket, key, digestOf(Buffer.concat(contents)), () =>
      store.completeUpload(bucket, key, uploadId, parts),
    )
  } catch (error) {
    expectRefusal(options, error)
  }
}

/** Buckets come and go while others write into them: an acknowledged object is never deleted with its bucket. */
async function dropBucket({ store, ...options }: WorkloadOptions, bucket: string): Promise<void> {
  for (const change of [() => store.deleteBucket(bucket), () => store.createBucket(bucket)]) {
    await change().catch((error) => expectRefusal(options, error))
  }
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

/** Enters a write in the ledger, with what became of it. */
async function write(
  { ledger, acknowledged, ...options }: WorkloadOptions,
  bucket: string,
  key: string,
  digest: string | undefined,
  work: () => Promise<unknown>,
): Promise<void> {
  const entry = ledger.start(`${bucket}/${key}`, digest)
  try {
    await work()
  } catch (error) {
    ledger.refuse(entry)
    expectRefusal(options, error)
    return
  }
  ledger.acknowledge(entry)
  await acknowledged()
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
 * Compares every key of the ledger with what a started store holds, by reading it wholly; what is found is what the
 * ledger begins with from then on.
 */
export async function inspect(store: Store, ledger: Ledger): Promise<string[]> {
  const wrong: string[] = []
  for (const name of ledger.keys) {
    const [bucket = '', ...rest] = name.split('/')
    const key = rest.join('/')
    const found = await contentIn(store, bucket, key).catch((error) => {
      wrong.push(`${name} cannot be read: ${error.message}`)
      return undefined
    })
    const objection = ledger.objection(name, found)
    if (objection) wrong.push(objection)
    ledger.settle(name, found)
  }
  return wrong
}

async function contentIn(store: Store, bucket: string, key: string): Promise<string | undefined> {
  try {
    const object = await store.openObject(bucket, key)
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
