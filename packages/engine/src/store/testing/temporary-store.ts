import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DurableStoreOptions, StartedStore } from '../durable-store.ts'
import { openStore } from '../open-store.ts'
import type { Body, ObjectMetadata, Store } from '../store.ts'

export const METADATA: ObjectMetadata = { contentType: 'text/plain', headers: {}, user: {} }

/** Timeout of `expect.poll` and `vi.waitFor`, for busy machines. */
export const PATIENT = { timeout: 10_000 }

/** Larger than an inline object. */
export const LARGE = 300_000

/** Vitest's `onTestFinished`, passed by the test. */
type AtTheEnd = (work: () => Promise<void>) => void

/** A folder that is removed when the test finishes. */
export async function temporaryFolder(atTheEnd: AtTheEnd): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'cooperage-store-'))
  atTheEnd(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** A store with the bucket `casks` in its own folder, closed when the test finishes. `now` is its clock. */
export async function temporaryStore(
  atTheEnd: AtTheEnd,
  options: Pick<DurableStoreOptions, 'now'> = {},
): Promise<{ store: StartedStore; dataDir: string }> {
  const dataDir = await temporaryFolder(atTheEnd)
  const store = await openStore({ ...options, dataDir })
  atTheEnd(() => store.close())
  await store.createBucket('casks')
  return { store, dataDir }
}

export async function* bodyOf(...chunks: (string | Uint8Array)[]): Body {
  for (const chunk of chunks) yield Buffer.from(chunk)
}

export function putText(store: Store, key: string, text = `content of ${key}`) {
  return store.putObject('casks', key, bodyOf(text), { metadata: METADATA })
}

export async function readAll(
  store: Store,
  bucket: string,
  key: string,
  range?: { start: number; end: number },
): Promise<Buffer> {
  const object = await store.openObject(bucket, key)
  try {
    return await collect(object.read(range))
  } finally {
    await object.close()
  }
}

export async function collect(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = []
  for await (const chunk of chunks) parts.push(chunk)
  return Buffer.concat(parts)
}

/** Names of finished and unfinished data files. */
export async function dataFiles(dataDir: string): Promise<string[]> {
  const entries = await Promise.all(
    ['tmp', 'objects'].map((folder) => readdir(join(dataDir, folder), { recursive: true, withFileTypes: true })),
  )
  return entries.flat().flatMap((entry) => (entry.isFile() ? [entry.name] : []))
}
