import { expect, test } from 'vitest'
import type { Files } from './files.ts'
import { FolderSync } from './folder-sync.ts'

/** Counts syncs, each of which ends when the test says so. */
function controlledSyncs() {
  const running: PromiseWithResolvers<void>[] = []
  const syncFolder: Files['syncFolder'] = () => {
    const sync = Promise.withResolvers<void>()
    running.push(sync)
    return sync.promise
  }
  return { running, folderSync: new FolderSync({ syncFolder }) }
}

test('callers during a sync share one that starts after it', async () => {
  const { running, folderSync } = controlledSyncs()
  const first = folderSync.sync('a')
  const second = folderSync.sync('a')
  const third = folderSync.sync('a')
  expect(running).toHaveLength(1)
  running[0]?.resolve()
  await first
  await Promise.resolve()
  expect(running).toHaveLength(2)
  running[1]?.resolve()
  await Promise.all([second, third])
  const fourth = folderSync.sync('a')
  expect(running).toHaveLength(3)
  running[2]?.resolve()
  await fourth
})

test('folders are synced independently', async () => {
  const { running, folderSync } = controlledSyncs()
  const syncs = [folderSync.sync('a'), folderSync.sync('b')]
  expect(running).toHaveLength(2)
  for (const sync of running) sync.resolve()
  await Promise.all(syncs)
})

test('a sync that fails is reported to its callers only', async () => {
  const { running, folderSync } = controlledSyncs()
  const first = folderSync.sync('a')
  const second = folderSync.sync('a')
  running[0]?.reject(new Error('No.'))
  await expect(first).rejects.toThrow('No.')
  running[1]?.resolve()
  await second
})
