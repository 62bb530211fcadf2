/** Data folders that releases have written, opened by this version. `make-data-folder.ts` has made them. */
import { spawnSync } from 'node:child_process'
import { globSync, mkdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
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

test('there is a data folder of a release', () => {
  expect(RELEASES.length).toBeGreaterThan(0)
})
