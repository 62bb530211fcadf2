import { expect, test } from 'vitest'
import type { ServerSettings } from '../shared/settings.ts'
import { Expiries, MetricsGap } from './own-measures.ts'

const MINUTE = 60_000

test('minutes without metrics are counted from the last ones', () => {
  let passed = 1000
  const gap = new MetricsGap(() => passed)
  expect(gap.minutes(true, 5)).toBe(0)
  passed += 3 * MINUTE
  expect(gap.minutes(false, 5)).toBe(3)
  expect(gap.minutes(true, 5)).toBe(0)
})

test('after a restart nothing is known until there are metrics, or there were none for long enough', () => {
  let passed = 1000
  const gap = new MetricsGap(() => passed)
  expect(gap.minutes(false, 5)).toBe('noData')
  passed += 5 * MINUTE
  expect(gap.minutes(false, 5)).toBe('noData')
  passed += MINUTE
  expect(gap.minutes(false, 5)).toBe(6)
})

test('what can’t be read for a while keeps the end that it had, and is read again by the next call', async () => {
  const DAY = 24 * 60 * MINUTE
  let now = 0
  let token: (() => string) | undefined
  const settings = {
    storageUrl: new URL('http://storage'),
    dataDir: '/nowhere',
    metrics: {
      scrapeToken: async () => {
        if (token === undefined) throw new Error('unreadable')
        return token()
      },
    },
  } as unknown as ServerSettings
  const tokenUntil = (days: number) => () =>
    `e30.${Buffer.from(JSON.stringify({ exp: (days * DAY) / 1000 })).toString('base64url')}.x`
  const expiries = new Expiries(settings, () => now)
  const days = async () => (await expiries.days()).get('metricsToken')
  expect(await days(), 'nothing is known yet').toBe('noData')
  token = tokenUntil(10)
  expect(await days()).toBe(10)
  now = DAY
  token = undefined
  expect(await days()).toBe(9)
  token = tokenUntil(20)
  expect(await days()).toBe(19)
  token = () => 'any text'
  expect(await days(), 'it is known for an hour').toBe(19)
  now += 60 * MINUTE
  expect(await days()).toBeUndefined()
})
