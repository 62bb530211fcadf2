import { alertSentence } from '@cooperage/contract'
import { StorageError } from '@cooperage/storage-client'
import { expect, test } from 'vitest'
import { KEYS_EVERY_MS, type KeyEnd, KeyEnds } from './key-ends.ts'

const DAY = 24 * 3600_000
type Refresh = Parameters<KeyEnds['refresh']>

function given() {
  const clock = { now: Date.UTC(2026, 10, 1) }
  const logged: string[] = []
  let kept: readonly KeyEnd[] | undefined
  const tables = {
    keyEnds: async () => kept,
    setKeyEnds: async (ends: readonly KeyEnd[]) => {
      kept = ends
    },
  }
  const log = { debug: () => logged.push('debug'), warn: () => logged.push('warn') }
  const asked: string[] = []
  const ends = new KeyEnds(
    tables,
    () => clock.now,
    log as never,
    async ({ endpoint }) => {
      asked.push(String(endpoint))
      if (String(endpoint) === 'refused') throw new StorageError('refused', '', { code: 'AccessDenied', status: 403 })
      return [['anna', clock.now + DAY]]
    },
  )
  const policy = { Version: '2012-10-17', Statement: [{ Effect: 'Allow', Action: ['admin:*'] }] }
  const accounts = { of: async () => ({ hasPolicy: true, policy }) } as unknown as Refresh[1]
  return {
    ...{ clock, ends, logged },
    /** Who was asked so far. `who` is the session and the server that answers it. */
    async visit(who: string, every: keyof typeof KEYS_EVERY_MS = 'menu') {
      ends.refresh(
        { session: { id: who }, storage: { endpoint: who } } as unknown as Refresh[0],
        accounts,
        KEYS_EVERY_MS[every],
      )
      // Until it is over, which no visitor waits for.
      await new Promise(setImmediate)
      return asked.join(' ')
    },
  }
}

test('a visitor who is refused keeps no other one from listing the keys', async () => {
  const { clock, visit, ends, logged } = given()
  expect(await visit('refused')).toBe('refused')
  expect(logged).toEqual(['debug'])
  expect(await visit('refused'), 'again in ten minutes').toBe('refused')
  expect(await visit('root')).toBe('refused root')
  expect(await ends.days()).toEqual(new Map([['anna', 1]]))
  clock.now += 30 * 60_000
  expect(await visit('other'), 'known for an hour').toBe('refused root')
  expect(await visit('other', 'page')).toBe('refused root other')
})

test('of each account the next and the last end is kept, before a limit applies', async () => {
  const { clock, ends, logged } = given()
  const of = (owner: string, ...days: number[]) => days.map((day): KeyEnd => [owner, clock.now + day * DAY])
  const many = Array.from({ length: 5_000 }, (_, index) => index / 10_000)
  await ends.keep([...of('robot', ...many), ...of('old', -8), ...of('anna', 30, 5, -2, -3), ...of('ben', -6)])
  expect(await ends.days()).toEqual(
    new Map([
      ['robot', 0],
      ['anna', -2],
      ['ben', -6],
    ]),
  )
  expect(logged).toEqual([])
  clock.now += 6 * DAY
  expect(await ends.days(), 'the one of five days').toEqual(
    new Map([
      ['robot', -6],
      ['anna', -1],
    ]),
  )
  await ends.keep(Array.from({ length: 2_001 }, (_, index): KeyEnd => [`user-${index}`, clock.now + DAY]))
  expect(logged).toEqual(['warn'])
})

test('says what to do about a key, and that it has expired', () => {
  expect(alertSentence('keyExpiry', 'anna', 4.9).text).toBe(
    'An access key of anna expires soon. Days left: 4. Find it under Access keys and replace it.',
  )
  expect(alertSentence('keyExpiry', '', -3.2).text).toMatch(
    /^An access key of an account has expired\. Days since then: 3\./,
  )
  expect(alertSentence('expiry', 'license', -1).text).toBe('License has expired. Days since then: 1.')
})
