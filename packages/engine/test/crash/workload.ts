import { type Encryption, type Store, StoreError, type StoreErrorCode } from '../../src/store/store.ts'
import { ClientLeft, contentOf, digestOf } from './content.ts'
import type { Ledger } from './ledger.ts'
import { heldBy } from './names.ts'
import type { Random } from './random.ts'

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
  /** Codes of refusals that are expected besides those that the work brings about itself: those of a disk that fails. */
  mayRefuse?: readonly StoreErrorCode[]
}

export type Work = (options: WorkloadOptions, key: string) => Promise<void>

/** Bytes that no other object has, with the id that its metadata names and what the ledger says of it. */
export function newObject(options: WorkloadOptions) {
  const id = String(options.nextId())
  const bytes = newContent(options)
  return {
    id,
    bytes,
    held: heldBy(id, digestOf(bytes)),
    body: arriving(options, bytes),
    options: { metadata: metadataOf(id), ...perhapsEncrypted(options) },
  }
}

/** Every third is. */
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

/** A body that arrives in chunks of odd sizes, letting others run in between. */
export async function* arriving({ random, pause }: WorkloadOptions, bytes: Buffer): AsyncIterable<Uint8Array> {
  for (let position = 0; position < bytes.length; ) {
    await pause()
    const end = position + random.int(1, Math.max(1, bytes.length))
    yield bytes.subarray(position, end)
    position = end
  }
}

/**
 * Enters a write in the ledger, with what became of it. `outcome` says for each name what it holds afterwards; undefined
 * is returned for a refusal.
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

/** As `write`, for what gets an id from the store: `name` makes the ledger's name of the result, when there is any. */
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

/** Runs work that the store may refuse for a reason that this workload can bring about; anything else is reported. */
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
