import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startStore } from '../durable-store.ts'
import { realFiles } from '../files/real-files.ts'
import { GroupCommitIndex } from '../index/group-commit-index.ts'
import { openLmdbIndex } from '../index/lmdb-index.ts'
import { orderAt } from '../index/version-order.ts'
import type { ListVersionsQuery, Store } from '../store.ts'
import { bodyOf, METADATA, putText, temporaryFolder, temporaryStore } from '../testing/temporary-store.ts'
import { lineOf } from '../testing/version-model.ts'

const list = (store: Store, query: Partial<ListVersionsQuery>) =>
  store.listVersions('casks', { prefix: '', limit: 1000, ...query })

test('lists an unversioned bucket as null versions, and resumes after keys, versions and prefixes', async () => {
  const { store } = await temporaryStore(onTestFinished)
  for (const key of ['a', 'a/b', 'c']) await putText(store, key, 'x')
  const lines = ['a null 1 latest {}', 'a/b null 1 latest {}', 'c null 1 latest {}']
  expect(list(store, {}).entries.map(lineOf)).toEqual(lines)
  expect(list(store, { limit: 1 }).next).toEqual({ key: 'a', versionId: 'null' })
  expect(list(store, { after: { key: 'a', versionId: 'null' } }).entries.map(lineOf)).toEqual(lines.slice(1))
  expect(list(store, { after: { key: 'a' } }).entries.map(lineOf)).toEqual(lines.slice(1))
  expect(list(store, { delimiter: '/', limit: 2 }).next).toEqual({ key: 'a/' })
  expect(list(store, { delimiter: '/', after: { key: 'a/' } }).entries.map(lineOf)).toEqual(lines.slice(2))
  expect(list(store, { limit: 0 })).toEqual({ entries: [] })
  expect(list(store, { prefix: 'a\0' })).toEqual({ entries: [] })
  expect(() => store.listVersions('nowhere', { prefix: '', limit: 1 })).toThrow(
    expect.objectContaining({ code: 'NoSuchBucket' }),
  )
})

test('removing a version between pages neither skips nor repeats others', async () => {
  const { store } = await temporaryStore(onTestFinished)
  await store.setVersioning('casks', 'Enabled')
  const ids: string[] = []
  for (const text of ['1', '2', '3']) ids.unshift((await putText(store, 'k', text)).versionId)
  const { next } = list(store, { limit: 1 })
  expect(next).toEqual({ key: 'k', versionId: ids[0] })
  await store.deleteObject('casks', 'k', { versionId: ids[0] ?? '' })
  const rest = next ? list(store, { after: next }).entries.map(lineOf) : []
  expect(rest).toEqual([`k ${ids[1]} 1 latest {}`, `k ${ids[2]} 1 {}`])
})

test('the null version has only that name, even when newer versions exist', async () => {
  const { store } = await temporaryStore(onTestFinished)
  const { lastModified } = await putText(store, 'k', 'first')
  await store.setVersioning('casks', 'Enabled')
  await putText(store, 'k', 'second')
  expect(store.statObject('casks', 'k', 'null')).toMatchObject({ size: 5, isLatest: false })
  expect(() => store.statObject('casks', 'k', orderAt(lastModified))).toThrow(
    expect.objectContaining({ code: 'NoSuchVersion' }),
  )
})

test('a page reads only what it returns, however many versions are under a common prefix', async () => {
  const dataDir = await temporaryFolder(onTestFinished)
  const backend = openLmdbIndex(join(dataDir, 'index'))
  let reads = 0
  const range: typeof backend.range = function* (start, end) {
    for (const entry of backend.range(start, end)) {
      reads++
      yield entry
    }
  }
  const store = await startStore({
    files: realFiles(dataDir),
    index: new GroupCommitIndex({ ...backend, range }),
  })
  onTestFinished(() => store.close())
  await store.createBucket('casks')
  await store.setVersioning('casks', 'Enabled')
  const put = (key: string) => store.putObject('casks', key, bodyOf('x'), { metadata: METADATA })
  await Promise.all(Array.from({ length: 500 }, (_, n) => put(`folder/${n % 10}`)))
  await Promise.all([put('a'), put('a'), put('z')])
  reads = 0
  expect(list(store, { delimiter: '/' }).entries).toHaveLength(4)
  expect(reads).toBeLessThan(12)
  reads = 0
  expect(list(store, { prefix: 'folder/', limit: 5 }).entries).toHaveLength(5)
  expect(reads).toBeLessThan(12)
})
