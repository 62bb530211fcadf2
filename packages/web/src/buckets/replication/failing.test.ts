import type { WatchedTarget } from '@cooperage/contract'
import { expect, test } from 'vitest'
import { isDown, isFailing } from './failing.ts'

const SEEN = '2026-11-30T06:00:00.000Z'
const link = (online: boolean, lastOnline: string, downtimeSeconds = 0) =>
  ({ online, lastOnline, downtimeSeconds }) as NonNullable<WatchedTarget['link']>
const counts = (count: number | null) =>
  ({ failedLastHour: count === null ? null : { count, bytes: 0 } }) as NonNullable<WatchedTarget['counts']>
const target = (part: Partial<WatchedTarget>) =>
  ({ isEnabled: true, link: null, counts: null, ...part }) as WatchedTarget

test('a target is down once it was checked: servers report a new one as offline', () => {
  expect(isDown({ link: link(false, '') })).toBe(false)
  expect(isDown({ link: link(false, SEEN) })).toBe(true)
  expect(isDown({ link: link(false, '', 5) })).toBe(true)
  expect(isDown({ link: link(true, SEEN, 5) })).toBe(false)
  expect(isDown({ link: null })).toBe(false)
})

test('replication fails if an enabled target is down, or something failed lately', () => {
  expect(isFailing(target({ link: link(false, SEEN) }))).toBe(true)
  expect(isFailing(target({ link: link(false, SEEN), isEnabled: false }))).toBe(false)
  expect(isFailing(target({ counts: counts(1) }))).toBe(true)
  expect(isFailing(target({ counts: counts(0), link: link(true, SEEN) }))).toBe(false)
  expect(isFailing(target({ counts: counts(null) }))).toBe(false)
})
