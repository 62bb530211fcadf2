import { expect, onTestFinished, test } from 'vitest'
import { putText, temporaryStore } from '../store/testing/temporary-store.ts'
import { removeEverything } from './force-delete.ts'

test('a forced deletion stops when the engine closes', async () => {
  const { store } = await temporaryStore(onTestFinished)
  await Promise.all(Array.from({ length: 1001 }, (_, at) => putText(store, `k${at}`)))
  const closing = new AbortController()
  const engine = { store, closing: closing.signal }
  const removed = removeEverything({ engine, bucket: 'casks', key: '' })
  closing.abort()
  await expect(removed).rejects.toMatchObject({ status: 503, code: 'SlowDown' })
  expect(store.listVersions('casks', { prefix: '', limit: 10 }).entries).toHaveLength(1)
})
