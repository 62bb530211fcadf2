import { expect, onTestFinished, test } from 'vitest'
import type { ListUploadsQuery, Store, UploadRecord } from '../store.ts'
import { METADATA, temporaryStore } from '../testing/temporary-store.ts'

const KEYS = ['a', 'a!', 'a/b', 'a/c/d', 'b', 'b', 'b', 'é/z', 'é/ß']

async function uploadsOf(store: Store, keys: string[]): Promise<UploadRecord[]> {
  const uploads: UploadRecord[] = []
  for (const key of keys) uploads.push(await store.createUpload('casks', key, { metadata: METADATA, tags: {} }))
  return uploads
}

function paged(store: Store, query: ListUploadsQuery): string[] {
  const lines: string[] = []
  let after: ListUploadsQuery['after']
  do {
    const page = store.listUploads('casks', after === undefined ? query : { ...query, after })
    expect(page.entries.length).toBeLessThanOrEqual(query.limit)
    lines.push(
      ...page.entries.map((entry) =>
        entry.kind === 'prefix' ? `${entry.prefix}|` : `${entry.record.key} ${entry.record.uploadId}`,
      ),
    )
    after = page.next
  } while (after !== undefined)
  return lines
}

test('pages of any size list the uploads by key and start time', async () => {
  const { store } = await temporaryStore(onTestFinished)
  const uploads = await uploadsOf(store, KEYS)
  for (const prefix of ['', 'a', 'a/', 'b', 'é', 'x']) {
    for (const delimiter of [undefined, '/']) {
      const expected = uploads
        .filter(({ key }) => key.startsWith(prefix))
        .map(({ key, uploadId }) => {
          const cut = delimiter ? key.indexOf(delimiter, prefix.length) : -1
          return cut < 0 ? `${key} ${uploadId}` : `${key.slice(0, cut + 1)}|`
        })
        .filter((line, index, lines) => line !== lines[index - 1])
      for (const limit of [1, 2, 1000]) {
        expect(paged(store, { prefix, limit, ...(delimiter ? { delimiter } : {}) })).toEqual(expected)
      }
    }
  }
})

test('continues after a key, an upload or a prefix; lists nothing with the limit 0 or in another bucket', async () => {
  const { store } = await temporaryStore(onTestFinished)
  const uploads = await uploadsOf(store, KEYS)
  await store.createBucket('casks-2')
  const keys = (query: Partial<ListUploadsQuery>) =>
    store
      .listUploads('casks', { prefix: '', limit: 100, ...query })
      .entries.map((entry) => (entry.kind === 'prefix' ? `${entry.prefix}|` : entry.record.key))
  expect(keys({ after: { key: 'b' } })).toEqual(['é/z', 'é/ß'])
  expect(keys({ after: { key: 'b', uploadId: uploads[5]?.uploadId ?? '' } })).toEqual(['b', 'é/z', 'é/ß'])
  expect(keys({ after: { key: 'a/' }, delimiter: '/' })).toEqual(['b', 'b', 'b', 'é/|'])
  expect(keys({ after: { key: 'a/b' }, delimiter: '/' })).toEqual(['b', 'b', 'b', 'é/|'])
  expect(keys({ limit: 0 })).toEqual([])
  expect(keys({ prefix: 'b\0' })).toEqual([])
  expect(store.listUploads('casks-2', { prefix: '', limit: 10 })).toEqual({ entries: [] })
  expect(() => store.listUploads('nowhere', { prefix: '', limit: 10 })).toThrow(
    expect.objectContaining({ code: 'NoSuchBucket' }),
  )
})
