import { expect, test } from 'vitest'
import { documentsInMemory } from '../store/testing/documents-in-memory.ts'
import { ConfigHistory } from './history.ts'

async function add(documents: ReturnType<typeof documentsInMemory>, history: ConfigHistory, data: string) {
  const { changes, committed } = history.prepareAdd(data)
  await documents.change(changes)
  committed()
}

test('the history keeps texts up to a total size, and always the newest', async () => {
  const documents = documentsInMemory()
  const history = new ConfigHistory(documents, { entries: 100, bytes: 10 })
  for (const text of ['aaaa', 'bbbb', 'éé']) await add(documents, history, text)
  expect(history.last(0).map(({ data }) => data)).toEqual(['bbbb', 'éé'])
  await add(documents, history, 'c'.repeat(11))
  expect(history.last(0).map(({ data }) => data)).toEqual(['c'.repeat(11)])
  expect(documents.ids('config-history')).toHaveLength(1)
})

test('the next text removes entries that exceed a lowered limit', async () => {
  const documents = documentsInMemory()
  const before = new ConfigHistory(documents)
  for (const text of ['a', 'b', 'c', 'd']) await add(documents, before, text)
  const history = new ConfigHistory(documents, { entries: 2, bytes: 10 })
  await add(documents, history, 'e')
  expect(history.last(0).map(({ data }) => data)).toEqual(['d', 'e'])
  expect(documents.ids('config-history')).toHaveLength(2)
})

test('a change that is not committed leaves the history unchanged', async () => {
  const documents = documentsInMemory()
  const history = new ConfigHistory(documents, { entries: 1, bytes: 10 })
  await add(documents, history, 'a')
  history.prepareAdd('never committed')
  expect(history.last(0).map(({ data }) => data)).toEqual(['a'])
})

test('last reads only the requested entries', async () => {
  const documents = documentsInMemory()
  const history = new ConfigHistory(documents)
  for (const text of ['a', 'b', 'c']) await add(documents, history, text)
  const { get } = documents
  let reads = 0
  documents.get = (space, id) => {
    reads++
    return get(space, id)
  }
  documents.list = () => expect.fail('read more than requested')
  expect(history.last(2).map(({ data }) => data)).toEqual(['b', 'c'])
  expect(reads).toBe(2)
  await history.remove('all')
  expect(documents.ids('config-history')).toEqual([])
})
