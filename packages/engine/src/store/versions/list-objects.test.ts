import { expect, onTestFinished, test } from 'vitest'
import type { ListQuery, Store } from '../store.ts'
import { METADATA, putText, temporaryStore } from '../testing/temporary-store.ts'

/** Keys, prefixes marked by a following bar, and after an arrow the value that continues. */
function listing(store: Store, query: Partial<ListQuery>): string[] {
  const page = store.listObjects('casks', { prefix: '', limit: 1000, ...query })
  const names = page.entries.map((entry) => (entry.kind === 'object' ? entry.record.key : `${entry.prefix}|`))
  return page.next === undefined ? names : [...names, `-> ${page.next}`]
}

async function storeWith(keys: string[]): Promise<Store> {
  const { store } = await temporaryStore(onTestFinished)
  await Promise.all(keys.map((key) => putText(store, key)))
  return store
}

test('lists keys in the order of their UTF-8 bytes, unlike JavaScript strings', async () => {
  const store = await storeWith(['😀', '\uffff', 'é', 'z', 'Z', '~', 'a b', 'a'])
  expect(listing(store, {})).toEqual(['Z', 'a', 'a b', 'z', '~', 'é', '\uffff', '😀'])
})

test('lists a key and the keys that start with it', async () => {
  const store = await storeWith(['a', 'a/', 'a/b', 'aa', 'a\0b'])
  expect(listing(store, {})).toEqual(['a', 'a\0b', 'a/', 'a/b', 'aa'])
  expect(listing(store, { prefix: 'a' })).toEqual(['a', 'a\0b', 'a/', 'a/b', 'aa'])
  expect(listing(store, { prefix: 'a/' })).toEqual(['a/', 'a/b'])
})

test('groups keys up to the first delimiter after the prefix', async () => {
  const store = await storeWith(['a/1', 'a/b/2', 'a/b/3', 'a/c/', 'a.txt', 'b'])
  expect(listing(store, { delimiter: '/' })).toEqual(['a.txt', 'a/|', 'b'])
  expect(listing(store, { delimiter: '/', prefix: 'a/' })).toEqual(['a/1', 'a/b/|', 'a/c/|'])
  expect(listing(store, { delimiter: '/', prefix: 'a' })).toEqual(['a.txt', 'a/|'])
})

test('accepts delimiters of several characters and outside ASCII', async () => {
  const store = await storeWith(['e--x', 'e--y/1', 'e-z', 'e→1', 'e→2'])
  expect(listing(store, { delimiter: '--' })).toEqual(['e--|', 'e-z', 'e→1', 'e→2'])
  expect(listing(store, { delimiter: '→' })).toEqual(['e--x', 'e--y/1', 'e-z', 'e→|'])
  expect(listing(store, { delimiter: '-y', prefix: 'e-' })).toEqual(['e--x', 'e--y|', 'e-z'])
})

test('resumes after a common prefix, or after a key inside one, without repeating it', async () => {
  const store = await storeWith(['a/b', 'a/c', 'b', 'c/x'])
  expect(listing(store, { delimiter: '/', after: 'a' })).toEqual(['a/|', 'b', 'c/|'])
  expect(listing(store, { delimiter: '/', after: 'a/' })).toEqual(['b', 'c/|'])
  expect(listing(store, { delimiter: '/', after: 'a/b' })).toEqual(['b', 'c/|'])
  expect(listing(store, { delimiter: '/', after: 'a/~' })).toEqual(['b', 'c/|'])
  expect(listing(store, { delimiter: '/', prefix: 'a/', after: 'a/b' })).toEqual(['a/c'])
})

test('an after outside the prefix starts at the prefix, or ends the listing', async () => {
  const store = await storeWith(['a/b', 'c/x', 'c/y'])
  expect(listing(store, { prefix: 'c', after: 'a' })).toEqual(['c/x', 'c/y'])
  expect(listing(store, { prefix: 'a', after: 'c' })).toEqual([])
})

test('returns a continuation only if more follows', async () => {
  const store = await storeWith(['a/1', 'a/2', 'b', 'c/1'])
  expect(listing(store, { limit: 0 })).toEqual([])
  expect(listing(store, { limit: 4 })).toEqual(['a/1', 'a/2', 'b', 'c/1'])
  expect(listing(store, { limit: 3 })).toEqual(['a/1', 'a/2', 'b', '-> b'])
  expect(listing(store, { delimiter: '/', limit: 1 })).toEqual(['a/|', '-> a/'])
  expect(listing(store, { delimiter: '/', limit: 3 })).toEqual(['a/|', 'b', 'c/|'])
})

test('stays within its bucket', async () => {
  const { store } = await temporaryStore(onTestFinished)
  await store.createBucket('casks-2')
  await store.createBucket('cask')
  await putText(store, 'a')
  await store.putObject('casks-2', 'b', (async function* () {})(), { metadata: METADATA })
  expect(listing(store, {})).toEqual(['a'])
  expect(store.listObjects('cask', { prefix: '', limit: 10 })).toEqual({ entries: [] })
  expect(() => store.listObjects('nowhere', { prefix: '', limit: 10 })).toThrow(
    expect.objectContaining({ code: 'NoSuchBucket' }),
  )
})

test('pages of any size match a filter over all keys', async () => {
  const alphabet = ['a', '/', '//', 'é', '😀', '\uffff', '-', ' ']
  const pick = (seed: number) => alphabet[seed % alphabet.length] ?? ''
  const keys = [...new Set(Array.from({ length: 300 }, (_, n) => [n, n >> 2, n >> 4, n >> 6].map(pick).join('')))]
  const store = await storeWith(keys)
  for (const prefix of ['', 'a', 'a/', '/', 'é', '😀/']) {
    for (const delimiter of [undefined, '/', '//', 'é', '-/']) {
      const expected = rolledUp(keys, prefix, delimiter)
      for (const limit of [1, 2, 7, 1000]) {
        expect(paged(store, { prefix, limit, ...(delimiter ? { delimiter } : {}) })).toEqual(expected)
      }
    }
  }
})

function rolledUp(keys: string[], prefix: string, delimiter: string | undefined): string[] {
  const names = keys
    .filter((key) => key.startsWith(prefix))
    .map((key) => {
      const cut = delimiter ? key.indexOf(delimiter, prefix.length) : -1
      return cut < 0 || !delimiter ? key : `${key.slice(0, cut + delimiter.length)}|`
    })
  const bytes = (name: string) => Buffer.from(name.replace(/\|$/, ''))
  return [...new Set(names)].sort((a, b) => Buffer.compare(bytes(a), bytes(b)))
}

function paged(store: Store, query: ListQuery): string[] {
  const names: string[] = []
  let after: string | undefined
  do {
    const page = store.listObjects('casks', after === undefined ? query : { ...query, after })
    names.push(...page.entries.map((entry) => (entry.kind === 'object' ? entry.record.key : `${entry.prefix}|`)))
    after = page.next
  } while (after !== undefined)
  return names
}
