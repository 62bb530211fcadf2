import { expect, onTestFinished, test } from 'vitest'
import { temporaryStore } from './testing/temporary-store.ts'

test('stores documents by namespace and id', async () => {
  const { store } = await temporaryStore(onTestFinished)
  const { documents } = store
  await Promise.all([
    documents.put('revoked', 'b', { until: 2 }),
    documents.put('revoked', 'a', ['é', null]),
    documents.put('revoked-too', 'a', 1),
  ])
  expect(documents.get('revoked', 'a')).toEqual(['é', null])
  expect(documents.get('revoked', 'c')).toBeUndefined()
  expect(documents.list('revoked')).toEqual([
    { id: 'a', value: ['é', null] },
    { id: 'b', value: { until: 2 } },
  ])
  await documents.put('revoked', 'a', 'new')
  await documents.delete('revoked', 'b')
  await documents.delete('revoked', 'never there')
  expect(documents.list('revoked')).toEqual([{ id: 'a', value: 'new' }])
})

test('changes several documents atomically', async () => {
  const { store } = await temporaryStore(onTestFinished)
  const { documents } = store
  await documents.put('user', 'a', 1)
  await documents.change([
    { space: 'user', id: 'a', value: undefined },
    { space: 'group', id: 'g', value: { members: [] } },
  ])
  expect(documents.get('user', 'a')).toBeUndefined()
  expect(documents.get('group', 'g')).toEqual({ members: [] })
})
