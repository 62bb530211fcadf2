import type { Random } from '@cooperage/testkit/random'
import { type Encryption, type Store, StoreError, type StoreErrorCode } from '../../src/store/store.ts'
import { ClientLeft, contentOf, digestOf } from './content.ts'
import type { Ledger } from './ledger.ts'
import { contentEntry } from './names.ts'

export interface WorkloadOptions {
  store: Store
  ledger: Ledger
  random: Random
  /** Numbers for contents, unique per ledger. */
  nextId(): number
  /** Sizes around the limit for inline objects, so that both code paths run. */
  inlineBytes: number
  isRunning(): boolean
  pause(): Promise<void>
  /** Called when a client receives the success: the last step of a write. */
  acknowledged(): Promise<void>
  /** A violation seen while running. */
  report(violation: string): void
  /** Codes of further expected refusals, such as those of a failing disk. */
  mayRefuse?: readonly StoreErrorCode[]
}

export type Work = (options: WorkloadOptions, key: string) => Promise<void>

/** An object with unique bytes, the ID in its metadata, and its content for the ledger. */
export function newObject(options: WorkloadOptions) {
  const id = String(options.nextId())
  const bytes = newContent(options)
  return {
    id,
    bytes,
    held: contentEntry(id, digestOf(bytes)),
    body: arriving(options, bytes),
    options: { metadata: metadataOf(id), ...perhapsEncrypted(options) },
  }
}

/** Encryption for every third object. */
export function perhapsEncrypted({ random }: WorkloadOptions): { encryption?: Encryption } {
  return random.chance(0.3) ? { encryption: 'AES256' } : {}
}

export function metadataOf(id: string) {
  return { contentType: 'text/plain', headers: {}, user: { id } }
}

export function newContent({ nextId, random, inlineBytes }: WorkloadOptions): Buffer {
  const size = random.chance(0.5) ? random.int(1, inlineBytes) : random.int(inlineBytes + 1, 10 * inlineBytes)
  return contentOf(nextId(), size + 20)
}

/** A body that arrives in chunks of random sizes, with pauses in which other work runs. */
export async function* arriving({ random, pause }: WorkloadOptions, bytes: Buffer): AsyncIterable<Uint8Array> {
  for (let position = 0; position < bytes.length; ) {
    await pause()
    const end = position + random.int(1, Math.max(1, bytes.length))
    yield bytes.subarray(position, end)
    position = end
  }
}

/**
 * Records a write and its outcome in the ledger. `outcome` has the content of each name after the write. Returns undefined for
 * a refusal.
 */
export async function write<T>(
  options: WorkloadOptions,
  outcome: Record<string, string | undefined>,
  work: () => Promise<T>,
): Promise<T | undefined> {
  const { ledger } = options
  const entries = Object.entries(outcome).map(([name, digest]) => ledger.start(name, digest))
  const done = await expectingRefusals(options, async () => ({ result: await work() }))
  for (const entry of entries) {
    if (done) ledger.acknowledge(entry)
    else ledger.refuse(entry)
  }
  if (done) await options.acknowledged()
  return done?.result
}

/** Like `write`, for entries with an ID from the store: `nameOf` returns the ledger's name of the result, if there is one. */
export async function writeUnnamed<T>(
  options: WorkloadOptions,
  { group, holds, nameOf }: { group: string; holds: string; nameOf(result: T): string | undefined },
  work: () => Promise<T>,
): Promise<T | undefined> {
  const { ledger } = options
  const startedAt = ledger.startUnnamed(group)
  const done = await expectingRefusals(options, async () => ({ result: await work() }))
  const name = done && nameOf(done.result)
  if (name === undefined) ledger.refuseUnnamed(group)
  else {
    ledger.acknowledgeAs(group, startedAt, name, holds)
    await options.acknowledged()
  }
  return done?.result
}

const REFUSALS = new Set([
  'NoSuchBucket',
  'NoSuchKey',
  'NoSuchVersion',
  'NoSuchUpload',
  'BucketExists',
  'BucketNotEmpty',
  'InvalidPart',
])

/** Runs work that the store may refuse for a reason that this workload can cause; any other error is reported. */
export async function expectingRefusals<T>(
  { report, mayRefuse = [] }: Pick<WorkloadOptions, 'report' | 'mayRefuse'>,
  work: () => Promise<T>,
): Promise<T | undefined> {
  try {
    return await work()
  } catch (error) {
    const isExpected =
      error instanceof ClientLeft ||
      (error instanceof StoreError && (REFUSALS.has(error.code) || mayRefuse.includes(error.code)))
    if (!isExpected) report(`unexpected failure: ${error instanceof Error ? error.stack : error}`)
    return undefined
  }
}
