/** Copying a data folder while an engine uses it. */
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { scaleAndSeed } from '@cooperage/testkit/random'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { backupFolder } from '../src/backup/index.ts'
import { checkFolder, type Finding } from '../src/check/index.ts'
import { listFiles } from '../src/check/list-files.ts'
import { ENCRYPTION_KEYS_FILE } from '../src/store/encryption/key-file.ts'
import { holdRemovals } from '../src/store/files/removal-hold.ts'
import { openStore } from '../src/store/open-store.ts'
import { collect } from './crash/content.ts'
import { Ledger } from './crash/ledger.ts'
import { inspect } from './crash/observe.ts'
import { ReportReader, startWriter } from './crash/writer-process.ts'

let folder: string
let dataDir: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cooperage-backup-'))
  dataDir = join(folder, 'data')
})

afterEach(() => rm(folder, { recursive: true }))

const BACKUPS = 3

test('a backup taken under load is complete and contains everything acknowledged before it started', async () => {
  const { scale, random } = scaleAndSeed('backup under load')
  for (let round = 0; round < BACKUPS * scale; round++) {
    const [from, to] = [join(folder, `data ${round}`), join(folder, `copy ${round}`)]
    const ledger = new Ledger()
    const reader = new ReportReader(ledger)
    const { child, output, ended } = startWriter({ dataDir: from, seed: random.int(0, 2 ** 31), firstId: 0, known: [] })
    let begin = () => {}
    const isWorking = new Promise<void>((resolve) => {
      begin = resolve
    })
    const beginAfter = random.int(500, 2_000)
    const read = reader.read(output, (reports) => {
      if (reports === beginAfter) begin()
    })
    await isWorking
    // Writes that are acknowledged from here on may be missing from the copy.
    reader.countsSuccesses = false
    const summary = await backupFolder(from, to)
    child.kill('SIGKILL')
    expect(await ended).toBe('SIGKILL')
    await read
    expect(reader.wrong).toEqual([])
    expect(summary.files).toBeGreaterThan(0)

    const findings: Finding[] = []
    expect(await checkFolder(to, (finding) => findings.push(finding))).toBeDefined()
    expect(findings).toEqual([])
    const store = await openStore({ dataDir: to })
    expect((await store.recovery).removedFiles).toBe(0)
    expect(await inspect(store, ledger)).toEqual([])
    await store.close()
  }
})

const METADATA = { contentType: '', headers: {}, user: {} }

async function* body(size: number) {
  yield Buffer.alloc(size, 'b')
}

test('while a backup runs no file is removed, not even by a restart; afterwards it is', async () => {
  let store = await openStore({ dataDir })
  await store.createBucket('casks')
  for (const key of ['a', 'b']) await store.putObject('casks', key, body(100_000), { metadata: METADATA })
  const hold = holdRemovals(dataDir)
  expect(hold).toBeDefined()
  expect(holdRemovals(dataDir)).toBeUndefined()
  await store.deleteObject('casks', 'a')
  await store.close()
  expect((await listFiles(dataDir)).size).toBe(2)
  store = await openStore({ dataDir })
  expect(await store.recovery).toEqual({ removedFiles: 0 })
  await store.deleteObject('casks', 'b')
  hold?.release()
  // Files of this process are removed soon after, those of an earlier process by the next start.
  await expect.poll(async () => (await listFiles(dataDir)).size, { timeout: 15_000 }).toBe(1)
  await store.close()
  store = await openStore({ dataDir })
  expect(await store.recovery).toEqual({ removedFiles: 1 })
  await store.close()
})

test('a backup needs an empty folder outside the data folder', async () => {
  const store = await openStore({ dataDir })
  await store.createBucket('casks')
  await store.putObject('casks', 'a', body(100_000), { metadata: METADATA })
  await expect(backupFolder(dataDir, join(dataDir, 'copy'))).rejects.toThrowError('is inside the data folder')
  const to = join(folder, 'copy')
  expect(await backupFolder(dataDir, to)).toEqual({ files: 1, bytes: 100_004, hasKeys: false, missingKeys: [] })
  await expect(backupFolder(dataDir, to)).rejects.toThrowError(`${to} is not empty.`)
  await store.close()
  const copy = await openStore({ dataDir: to })
  expect(copy.statObject('casks', 'a')).toMatchObject({ size: 100_000 })
  await copy.close()
})

test('a backup contains the keys of encrypted objects, and names those that it cannot contain', async () => {
  const [dataDir, to] = [join(folder, 'sealed'), join(folder, 'copy of sealed')]
  const store = await openStore({ dataDir })
  await store.createBucket('casks')
  await store.putObject('casks', 'k', body(100_000), { metadata: METADATA, encryption: 'AES256' })
  expect(await backupFolder(dataDir, to)).toMatchObject({ files: 1, hasKeys: true, missingKeys: [] })
  const copy = await openStore({ dataDir: to })
  const object = await copy.openObject('casks', 'k')
  expect((await collect(object.read())).equals(Buffer.alloc(100_000, 'b'))).toBe(true)
  await object.close()
  await copy.close()
  await store.close()

  await rename(join(dataDir, ENCRYPTION_KEYS_FILE), join(folder, 'elsewhere'))
  expect(await backupFolder(dataDir, join(folder, 'without keys'))).toMatchObject({
    hasKeys: false,
    missingKeys: [expect.stringMatching(/^[0-9a-f]{16}$/)],
  })
})

test('the databases of the console are copied as of one transaction, while it writes to them', async () => {
  const store = await openStore({ dataDir })
  await mkdir(join(dataDir, 'tenants', 'one'), { recursive: true })
  const names = ['console.sqlite', join('tenants', 'one', 'metrics.sqlite')]
  const databases = names.map((name) => new DatabaseSync(join(dataDir, name)))
  for (const database of databases) {
    // Nothing is moved from the log of transactions to the file itself.
    database.exec(
      'PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; PRAGMA wal_autocheckpoint = 0; CREATE TABLE rows (text)',
    )
    const insert = database.prepare('INSERT INTO rows VALUES (?)')
    for (let row = 0; row < 2_000; row++) insert.run('x'.repeat(500))
    database.exec("BEGIN; INSERT INTO rows VALUES ('not committed')")
  }
  await writeFile(join(dataDir, 'audit.sqlite'), 'damaged '.repeat(2_000))
  await writeFile(join(dataDir, 'root-credentials'), 'keys')
  const to = join(folder, 'copy')
  await backupFolder(dataDir, to)
  for (const database of databases) database.close()
  await store.close()
  for (const name of names) {
    const copy = new DatabaseSync(join(to, name), { readOnly: true })
    expect(copy.prepare('SELECT count(*) AS rows FROM rows').get()).toEqual({ rows: 2_000 })
    expect(copy.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' })
    copy.close()
    expect((await stat(join(to, name))).mode & 0o777).toBe(0o600)
  }
  expect(await readFile(join(to, 'audit.sqlite'), 'utf8')).toBe('damaged '.repeat(2_000))
  expect(await readFile(join(to, 'root-credentials'), 'utf8')).toBe('keys')
})

test('a folder of a newer format is refused, and nothing is created', async () => {
  await (await openStore({ dataDir })).close()
  await writeFile(join(dataDir, 'format'), '3\n')
  const to = join(folder, 'copy')
  await expect(backupFolder(dataDir, to)).rejects.toThrow(
    `The data folder ${dataDir} has format 3; this version reads format 1 and 2 only. Nothing in it was changed. Run the backup of the version of Cooperage that uses it.`,
  )
  expect(existsSync(to)).toBe(false)
})
