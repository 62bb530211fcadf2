import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../testing/temporary-store.ts'
import { DataFolder } from './data-folder.ts'
import { realFiles } from './real-files.ts'

test('a backup that begins while orphans are removed keeps those that are left', async () => {
  const root = await temporaryFolder(onTestFinished)
  let isHeld = false
  const folder = await DataFolder.open(realFiles(root), () => isHeld)
  for (const id of ['00a', '01b', '02c']) await writeFile(join(root, 'objects', id.slice(0, 2), id), '')
  // The backup has begun before the index is asked for the second one, which its copy of the index may still have.
  const isReferenced = (id: string) => {
    isHeld = id === '01b'
    return false
  }
  expect(await folder.sweep(isReferenced, () => false)).toBe(1)
  const left = await Promise.all(['00', '01', '02'].map((shard) => readdir(join(root, 'objects', shard))))
  expect(left).toEqual([[], ['01b'], ['02c']])
})
