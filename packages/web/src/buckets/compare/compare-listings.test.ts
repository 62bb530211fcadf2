import type { ObjectDetails } from '@cooperage/contract'
import { expect, test } from 'vitest'
import { compareKeys, compareListings, type Listed, sameness, UnsortedListing } from './compare-listings.ts'

const object = (name: string, etag = 'e', size = 1): Listed => ({ name, size, etag })

async function* pagesOf(objects: readonly Listed[], inPage: number) {
  for (let at = 0; at < objects.length; at += inPage) yield objects.slice(at, at + inPage)
}

type Facts = Pick<ObjectDetails, 'etag' | 'checksums' | 'encryption'>
const facts = (etag: string, checksum = '', kind: 'FULL_OBJECT' | 'COMPOSITE' = 'FULL_OBJECT'): Facts => ({
  etag,
  checksums: checksum === '' ? [] : [{ algorithm: 'CRC32C', value: checksum, kind }],
  encryption: { kind: '', key_id: '' },
})

async function compared(here: readonly Listed[], there: readonly Listed[], inPage = 2) {
  let equal = 0
  const differences: string[] = []
  const details = async (name: string): Promise<[Facts, Facts]> => {
    const etagIn = (list: readonly Listed[]) => list.find((one) => one.name === name)?.etag ?? ''
    return [facts(etagIn(here)), facts(etagIn(there))]
  }
  for await (const part of compareListings(pagesOf(here, inPage), pagesOf(there, inPage + 1), details)) {
    equal += part.equal
    differences.push(...part.differences.map(({ kind, name }) => `${kind} ${name}`))
  }
  return { equal, differences }
}

test('finds what is missing on either side, whatever the pages are', async () => {
  const here = ['a', 'b', 'd', 'e', 'f'].map((name) => object(name))
  const there = ['b', 'c', 'f', 'g'].map((name) => object(name))
  const expected = ['missingThere a', 'missingHere c', 'missingThere d', 'missingThere e', 'missingHere g']
  for (const inPage of [1, 2, 10])
    expect(await compared(here, there, inPage)).toEqual({ equal: 2, differences: expected })
  expect(await compared(here, [])).toMatchObject({ equal: 0, differences: { length: 5 } })
  expect(await compared([], [])).toEqual({ equal: 0, differences: [] })
})

test('tells size and content apart, and says what can’t be decided', async () => {
  const [one, two] = ['1'.repeat(32), '2'.repeat(32)]
  const here = [object('a', one), object('b', one), object('c', one, 5), object('d', `${one}-2`)]
  const there = [object('a', one), object('b', two), object('c', one, 6), object('d', two)]
  expect(await compared(here, there)).toEqual({ equal: 1, differences: ['different b', 'different c', 'unknown d'] })
})

test('a common checksum decides where ETags can’t', () => {
  const md5 = '1'.repeat(32)
  expect(sameness(facts(`${md5}-2`, 'AAAA'), facts(`${md5}-3`, 'AAAA'))).toBe('equal')
  expect(sameness(facts(`${md5}-2`, 'AAAA'), facts(`${md5}-3`, 'BBBB'))).toBe('different')
  expect(sameness(facts(`${md5}-2`, 'AAAA-2', 'COMPOSITE'), facts(md5, 'BBBB-3', 'COMPOSITE'))).toBe('unknown')
  const encrypted = { ...facts('2'.repeat(32)), encryption: { kind: 'SSE-KMS' as const, key_id: 'k' } }
  expect(sameness(facts(md5), encrypted)).toBe('unknown')
})

test('keys are in the order of their UTF-8 bytes', async () => {
  const keys = ['a', 'a/', 'a/b', 'aa', 'ä', '\uffee', '😀', '😀a', '😁']
  const bytes = keys.toSorted((x, y) => Buffer.compare(Buffer.from(x), Buffer.from(y)))
  expect(keys.toSorted(compareKeys)).toEqual(bytes)
  const both = bytes.map((name) => object(name))
  expect(await compared(both, both)).toEqual({ equal: keys.length, differences: [] })
})

test('refuses a listing in another order', async () => {
  await expect(compared([object('b'), object('a')], [])).rejects.toThrow(UnsortedListing)
})
