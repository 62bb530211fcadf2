import {
  chmodSync,
  chownSync,
  lchownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { prepareDataFolder } from './data-folder.ts'

let parent: string
let folder: string
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'cooperage-data-folder-'))
  folder = join(parent, 'data')
})
afterEach(() => rmSync(parent, { recursive: true, force: true }))

const hasModes = process.getuid !== undefined

test.skipIf(!hasModes)('a new folder is for its owner only', async () => {
  expect(await prepareDataFolder(join(folder, 'below'))).toEqual([])
  expect(statSync(join(folder, 'below')).mode & 0o777).toBe(0o700)
  expect(readdirSync(join(folder, 'below'))).toEqual([])
})

test.skipIf(!hasModes).each([
  [0o755, 'see the names of files in', '0755'],
  [0o777, 'delete files in', '0777'],
  [0o1777, 'add files to', '1777'],
])('an existing folder of mode %o keeps it, with a warning', async (mode, can, written) => {
  mkdirSync(folder)
  chmodSync(folder, mode)
  expect(await prepareDataFolder(folder)).toEqual([
    `Other users can ${can} the data folder ${folder} (mode ${written}). To prevent that, run: chmod o-rwx ${folder}`,
  ])
  expect(statSync(folder).mode & 0o7777).toBe(mode)
})

test.skipIf(!hasModes)('a folder that a group shares is no reason for a warning', async () => {
  mkdirSync(folder)
  chmodSync(folder, 0o2770)
  expect(await prepareDataFolder(folder)).toEqual([])
})

test('a link is followed, unless it leads nowhere', async () => {
  symlinkSync(join(parent, 'disk'), folder)
  await expect(prepareDataFolder(folder)).rejects.toThrow(
    `The data folder ${folder} is a link to ${join(parent, 'disk')}, which doesn't exist. Choose another folder with --data or COOPERAGE_DATA, or create that one.`,
  )
  mkdirSync(join(parent, 'disk'), { mode: 0o700 })
  expect(await prepareDataFolder(folder)).toEqual([])
})

const isRoot = process.getuid?.() === 0
if (!isRoot) console.warn('!!!!  SKIPPED: data folders of other users. Run the tests as root.')

describe.skipIf(!isRoot)('Of another user', () => {
  const THEIRS = 12_345

  test('an empty folder can be used', async () => {
    mkdirSync(folder, { mode: 0o700 })
    chownSync(folder, THEIRS, THEIRS)
    expect(await prepareDataFolder(folder)).toEqual([])
  })

  test.each(['lock', 'console.lock'])(
    'data (%s) is refused: the files that root writes would lock them out',
    async (name) => {
      mkdirSync(folder, { mode: 0o700 })
      writeFileSync(join(folder, name), '')
      for (const path of [folder, join(folder, name)]) chownSync(path, THEIRS, THEIRS)
      await expect(prepareDataFolder(folder)).rejects.toThrow(
        `The data in ${folder} belongs to another user (UID 12345; Cooperage runs as UID 0). Run Cooperage as that user. ` +
          `Choose another folder with --data or COOPERAGE_DATA, or run as root: chown -R 0 ${folder}`,
      )
      expect(readdirSync(folder)).toEqual([name])
    },
  )

  test('a link is refused, with the folder that it leads to', async () => {
    const disk = join(parent, 'disk')
    mkdirSync(disk)
    symlinkSync(disk, folder)
    lchownSync(folder, THEIRS, THEIRS)
    await expect(prepareDataFolder(folder)).rejects.toThrow(
      `The data folder ${folder} is a link that belongs to another user (UID 12345), who can change where it leads. ` +
        `To use the folder that it leads to now, set --data or COOPERAGE_DATA to ${disk}.`,
    )
  })
})
