/** A changed byte anywhere in stored data is detected by reads, by the scrubber and by the check. */
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Random } from '@cooperage/testkit/random'
import { scaleAndSeed } from '@cooperage/testkit/random'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { checkFolder } from '../src/check/index.ts'
import { listFiles } from '../src/check/list-files.ts'
import { ENCRYPTION_KEYS_FILE } from '../src/store/encryption/key-file.ts'
import { realFiles } from '../src/store/files/real-files.ts'
import { ROW } from '../src/store/index/keys.ts'
import { openLmdbIndex } from '../src/store/index/lmdb-index.ts'
import { openStore } from '../src/store/open-store.ts'
import type { Store } from '../src/store/store.ts'
import { audit } from './crash/audit.ts'
import { collect } from './crash/content.ts'

const POSITIONS = 25
/** A pass short enough that the scrubber does not wait. */
const AT_ONCE_DAYS = 1e-12

let dataDir: string

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'cooperage-damage-'))
})

afterEach(() => rm(dataDir, { recursive: true }))

const METADATA = { contentType: 'text/plain', headers: {}, user: {} }

async function* bytesOf(random: Random, size: number) {
  for (let left = size; left > 0; left -= 100_000) {
    yield Buffer.alloc(Math.min(left, 100_000), `${random.int(0, 1e9)}`)
  }
}

/** Objects inline and in files, of one block and several, in parts, with older versions and copies. */
async function fill(store: Store, random: Random): Promise<void> {
  const put = (bucket: string, key: string, size: number) =>
    store.putObject(bucket, key, bytesOf(random, size), { metadata: METADATA })
  await store.createBucket('casks')
  await put('casks', 'inline', 2_000)
  await put('casks', 'one byte', 1)
  await put('casks', 'one block', 200_000)
  await put('casks', 'blocks', 1_300_000)
  const { uploadId } = await store.createUpload('casks', 'parts', { metadata: METADATA, tags: {} })
  for (const [index, size] of [600_000, 5].entries()) {
    await store.putPart('casks', 'parts', uploadId, index + 1, bytesOf(random, size))
  }
  await store.completeUpload('casks', 'parts', uploadId, store.listParts('casks', 'parts', uploadId))
  await store.createBucket('vats')
  await store.setVersioning('vats', 'Enabled')
  for (const size of [3_000, 150_000, 4_000]) await put('vats', 'versions', size)
  await store.copyObject({ bucket: 'casks', key: 'one block' }, 'vats', 'copy', {})
  await store.copyObject({ bucket: 'casks', key: 'inline' }, 'vats', 'copy of inline', {})
  await fillEncrypted(store, random)
}

/** The same objects, encrypted. */
async function fillEncrypted(store: Store, random: Random): Promise<void> {
  const encryption = { metadata: METADATA, encryption: 'AES256' } as const
  await store.createBucket('seals')
  for (const size of [2_000, 1, 200_000, 1_300_000]) {
    await store.putObject('seals', `of ${size}`, bytesOf(random, size), encryption)
  }
  const { uploadId } = await store.createUpload('seals', 'parts', { ...encryption, tags: {} })
  for (const [index, size] of [600_000, 5].entries()) {
    await store.putPart('seals', 'parts', uploadId, index + 1, bytesOf(random, size))
  }
  await store.completeUpload('seals', 'parts', uploadId, store.listParts('seals', 'parts', uploadId))
  await store.copyObject({ bucket: 'seals', key: 'of 200000' }, 'seals', 'copy', {})
}

/** Changes one bit in any file, or in any value of the index that holds bytes of objects. */
async function flipSomewhere(random: Random, kind: 'file' | 'inline'): Promise<string> {
  if (kind === 'file') {
    const files = [...(await listFiles(dataDir))]
    const [path = '', size = 0] = files[random.int(0, files.length - 1)] ?? []
    const position = random.int(0, size - 1)
    const handle = await open(join(dataDir, path), 'r+')
    const byte = Buffer.alloc(1)
    await handle.read(byte, 0, 1, position)
    byte.writeUInt8(byte.readUInt8() ^ (1 << random.int(0, 7)))
    await handle.write(byte, 0, 1, position)
    await handle.close()
    return `byte ${position} of ${path}`
  }
  const index = openLmdbIndex(join(dataDir, 'index'))
  const rows = [...index.range(Buffer.from(ROW.inline), Buffer.from('j'))]
  const row = rows[random.int(0, rows.length - 1)]
  if (!row) throw new Error('There is no object in the index.')
  const value = Buffer.from(row.value)
  const position = random.int(0, value.length - 1)
  value.writeUInt8(value.readUInt8(position) ^ (1 << random.int(0, 7)), position)
  const key = Buffer.from(row.key)
  await index.transact((writer) => writer.put(key, value))
  await index.close()
  return `byte ${position} of ${key}`
}

async function auditFolder(): Promise<string[]> {
  const index = openLmdbIndex(join(dataDir, 'index'))
  try {
    return await audit({ index, files: await listFiles(dataDir), open: realFiles(dataDir).open })
  } finally {
    await index.close()
  }
}

/** Names of the versions that can't be read completely. */
async function unreadable(store: Store): Promise<string[]> {
  const names: string[] = []
  for (const { name: bucket } of store.listBuckets()) {
    for (const entry of store.listVersions(bucket, { prefix: '', limit: 1000 }).entries) {
      if (entry.kind === 'prefix') continue
      const { key, versionId } = entry.record
      try {
        const object = await store.openObject(bucket, key, versionId)
        try {
          await collect(object.read())
        } finally {
          await object.close()
        }
      } catch (error) {
        expect(error).toMatchObject({ code: 'ObjectDamaged' })
        names.push(`${bucket}/${key} ${versionId}`)
      }
    }
  }
  return names.sort()
}

test('a changed byte is found by readers, scrubber and check, until the object is deleted', async () => {
  const { scale, random } = scaleAndSeed('changed bytes')
  const counted = { file: 0, inline: 0 }
  for (let round = 0; round < POSITIONS * scale; round++) {
    const kind = round % 2 === 0 ? 'file' : 'inline'
    const store = await openStore({ dataDir })
    await fill(store, random)
    await store.close()
    expect(await auditFolder()).toEqual([])
    const where = await flipSomewhere(random, kind)
    counted[kind]++

    const findings = await auditFolder()
    expect(findings, where).not.toEqual([])
    expect(
      findings.every((finding) => finding.startsWith('damaged ')),
      where,
    ).toBe(true)

    const damaged = await openStore({ dataDir })
    damaged.scrubber.start(AT_ONCE_DAYS, (error) => expect(error).toBeUndefined())
    const scrubbed = () => damaged.damage.list().map((one) => `${one.bucket}/${one.key} ${one.versionId}`)
    await vi.waitFor(() => expect(scrubbed(), where).not.toEqual([]), { timeout: 20_000 })
    const read = await unreadable(damaged)
    // The scrubber reads shared content once, for the first version; readers detect the damage in the others.
    expect(scrubbed().sort(), where).toEqual(read)

    const [first = ''] = read
    expect(findings.some((finding) => finding.startsWith(`damaged ${first.slice(0, first.lastIndexOf(' '))}`))).toBe(
      true,
    )
    for (const { bucket, key, versionId } of damaged.damage.list())
      await damaged.deleteObject(bucket, key, { versionId })
    expect(damaged.damage.list()).toEqual([])
    expect(await unreadable(damaged)).toEqual([])
    await damaged.close()
    expect(await auditFolder()).toEqual([])
    await rm(dataDir, { recursive: true })
  }
  process.stdout.write(`changed bytes: ${counted.file} in files, ${counted.inline} in the index\n`)
  await openStore({ dataDir }).then((store) => store.close())
})

test('the check reports it by name from another process, and known damage survives a restart', async () => {
  const { random } = scaleAndSeed('changed bytes, by name')
  const store = await openStore({ dataDir })
  await store.createBucket('casks')
  await store.putObject('casks', 'oak\n1', bytesOf(random, 700_000), { metadata: METADATA })
  await store.close()
  await flipSomewhere(random, 'file')

  const findings: string[] = []
  const summary = await checkFolder(dataDir, ({ problem, subject }) => findings.push(`${problem} ${subject}`))
  expect(summary).toMatchObject({ buckets: 1, versions: 1 })
  expect(findings).toEqual(['damaged casks/oak\\u{a}1'])

  const damaged = await openStore({ dataDir })
  const reported: string[] = []
  damaged.damage.onFound(({ key }) => reported.push(key))
  for (let readers = 0; readers < 2; readers++) expect(await unreadable(damaged)).toEqual(['casks/oak\n1 null'])
  expect(reported).toEqual(['oak\n1'])
  await damaged.close()

  const again = await openStore({ dataDir })
  expect(again.damage.list()).toMatchObject([{ bucket: 'casks', key: 'oak\n1', versionId: 'null' }])
  await again.putObject('casks', 'oak\n1', bytesOf(random, 700_000), { metadata: METADATA })
  expect(again.damage.list()).toEqual([])
  expect(await unreadable(again)).toEqual([])
  await again.close()
})

test('bytes and sums of encrypted objects are verified without the keys', async () => {
  const { random } = scaleAndSeed('damage without keys')
  const store = await openStore({ dataDir })
  await fillEncrypted(store, random)
  await store.close()
  await rm(join(dataDir, ENCRYPTION_KEYS_FILE))
  expect(await auditFolder()).toEqual([])

  await flipSomewhere(random, 'file')
  const findings = await auditFolder()
  expect(findings).not.toEqual([])
  expect(findings.every((finding) => finding.startsWith('damaged seals/'))).toBe(true)
  const damaged = await openStore({ dataDir })
  damaged.scrubber.start(AT_ONCE_DAYS, (error) => expect(error).toBeUndefined())
  await vi.waitFor(() => expect(damaged.damage.list()).not.toEqual([]), { timeout: 20_000 })
  await damaged.close()
})
