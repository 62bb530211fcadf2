/** Data folders that releases have written, opened by this version. `make-data-folder.ts` has made them. */
import { spawnSync } from 'node:child_process'
import { globSync, mkdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { backupFolder } from '@cooperage/engine/backup'
import { checkFolder, type Finding } from '@cooperage/engine/check'
import { tempFolder } from '@cooperage/testkit'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { describeFolder, openFolder } from './filled-folder.ts'

const MAX_BYTES = 200_000
const RELEASES = globSync('*.tar.gz', { cwd: import.meta.dirname }).map((name) => basename(name, '.tar.gz'))

let folder: ReturnType<typeof tempFolder>
beforeEach(() => {
  folder = tempFolder('upgrade')
})
afterEach(() => folder.remove())

function unpack(release: string, to: string): void {
  const archive = join(import.meta.dirname, `${release}.tar.gz`)
  expect(statSync(archive).size).toBeLessThan(MAX_BYTES)
  mkdirSync(to, { mode: 0o700 })
  const { status, stderr } = spawnSync('tar', ['-xzf', archive, '-C', to, '--no-same-owner'], { encoding: 'utf8' })
  expect([status, stderr]).toEqual([0, ''])
}

/** Works on the console's database of a folder that isn't open. */
function inDatabase<T>(dataDir: string, run: (database: DatabaseSync) => T): T {
  const database = new DatabaseSync(join(dataDir, 'console.sqlite'))
  try {
    return run(database)
  } finally {
    database.close()
  }
}

test.each(RELEASES)('%s is opened with everything in it, again after a restart, and from a backup', async (release) => {
  const { writtenAt, content } = JSON.parse(readFileSync(join(import.meta.dirname, `${release}.json`), 'utf8'))
  const [dataDir, copy] = [join(folder.path, 'data'), join(folder.path, 'copy')]
  unpack(release, dataDir)
  const read = async (from: string) => {
    const open = await openFolder(from, () => writtenAt)
    try {
      return await describeFolder(open)
    } finally {
      await open.close()
    }
  }
  expect(await read(dataDir)).toEqual(content)
  expect(await read(dataDir)).toEqual(content)
  await backupFolder(dataDir, copy)
  expect(await read(copy)).toEqual(content)

  const findings: Finding[] = []
  await checkFolder(dataDir, (finding) => findings.push(finding))
  expect(findings).toEqual([])
})

test.each(RELEASES)(
  '%s with tables of a later version in the console’s database is opened, and keeps them',
  async (release) => {
    const { writtenAt, content } = JSON.parse(readFileSync(join(import.meta.dirname, `${release}.json`), 'utf8'))
    const dataDir = join(folder.path, 'data')
    unpack(release, dataDir)
    inDatabase(dataDir, (database) =>
      database.exec(
        "CREATE TABLE later (id INTEGER); INSERT INTO later VALUES (7); INSERT INTO schema_versions VALUES ('later', 3)",
      ),
    )
    const open = await openFolder(dataDir, () => writtenAt)
    expect(await describeFolder(open)).toEqual(content)
    await open.close()
    const read = "SELECT id, version FROM later, schema_versions WHERE feature = 'later'"
    expect(inDatabase(dataDir, (database) => database.prepare(read).all())).toEqual([{ id: 7, version: 3 }])
  },
)

test.each(RELEASES)(
  '%s whose tables a later version has changed opens without those features, and changes nothing',
  async (release) => {
    const { writtenAt } = JSON.parse(readFileSync(join(import.meta.dirname, `${release}.json`), 'utf8'))
    const dataDir = join(folder.path, 'data')
    unpack(release, dataDir)
    const versions = 'SELECT feature, version FROM schema_versions WHERE version > 900 ORDER BY feature'
    const before = inDatabase(dataDir, (database) => {
      database.exec('UPDATE schema_versions SET version = version + 900')
      return database.prepare(versions).all()
    })
    const { user, close } = await openFolder(dataDir, () => writtenAt)
    expect((await user.get('/api/v1/buckets')).status).toBe(200)
    expect((await user.get('/api/v1/share-links')).outcome).toBe('503 ShareLinkStoreUnavailable')
    await close()
    expect(before.length).toBeGreaterThan(0)
    expect(inDatabase(dataDir, (database) => database.prepare(versions).all())).toEqual(before)
  },
)

test('there is a data folder of a release', () => {
  expect(RELEASES.length).toBeGreaterThan(0)
})
