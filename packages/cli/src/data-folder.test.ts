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

test('files of somebody else are refused, and left alone', async () => {
  mkdirSync(folder, { mode: 0o700 })
  for (const name of ['photo.jpg', 'letter.txt', 'taxes', 'zoo']) writeFileSync(join(folder, name), '')
  await expect(prepareDataFolder(folder)).rejects.toThrow(
    `The folder ${folder} has files that aren't Cooperage's: letter.txt, photo.jpg, taxes, …. Choose another folder with --data or COOPERAGE_DATA: one that is empty or doesn't exist.`,
  )
  expect(readdirSync(folder)).toHaveLength(4)
  // One that was used before this check existed.
  writeFileSync(join(folder, 'console.lock'), '')
  expect(await prepareDataFolder(folder)).toEqual([])
})

test('the data of a MinIO server is refused, with what to do', async () => {
  mkdirSync(join(folder, '.minio.sys'), { recursive: true, mode: 0o700 })
  await expect(prepareDataFolder(folder)).rejects.toThrow(
    `The folder ${folder} has the data of a MinIO server. Cooperage can't open it, but can be its console: start MinIO, and set --storage or COOPERAGE_STORAGE_URL to its address. For an engine of its own, choose another folder with --data or COOPERAGE_DATA.`,
  )
  expect(readdirSync(folder)).toEqual(['.minio.sys'])
})

test.each([
  ['lost+found', '.snapshot'],
  ['tls.crt', 'tls.key'],
  ['encryption-keys'],
  ['root-credentials'],
  ['format', 'index'],
])('a new volume, keys and certificates that were put there and a backup can be used: %s', async (...names) => {
  mkdirSync(folder, { mode: 0o700 })
  for (const name of names) writeFileSync(join(folder, name), '')
  expect(await prepareDataFolder(folder)).toEqual([])
})

test('files that the settings name may be in the folder', async () => {
  mkdirSync(join(folder, 'tls'), { recursive: true, mode: 0o700 })
  for (const name of ['audit.log', 'other']) writeFileSync(join(folder, name), '')
  const named = [join(folder, 'tls', 'tls.crt'), join(folder, 'audit.log')]
  await expect(prepareDataFolder(folder, named)).rejects.toThrow("has files that aren't Cooperage's: other.")
  rmSync(join(folder, 'other'))
  expect(await prepareDataFolder(folder, named)).toEqual([])
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
