import { expect, test, vi } from 'vitest'
import { isStarting, keepStartChoice, readStartChoice } from './start-choice.ts'

const EMPTY = { buckets: 0, objects: 0, usage: 0 }

test('the card appears on an empty storage, and stays until it is closed', () => {
  expect(isStarting(undefined, EMPTY)).toBe(true)
  expect(isStarting('open', { buckets: 1, objects: 3, usage: 10 })).toBe(true)
  expect(isStarting('read', EMPTY)).toBe(true)
  expect(isStarting('closed', EMPTY)).toBe(false)
})

test('the card does not appear on a storage that is in use, also if its buckets can’t be listed', () => {
  expect(isStarting(undefined, { ...EMPTY, buckets: 1 })).toBe(false)
  expect(isStarting(undefined, { buckets: 0, objects: 5, usage: 100 })).toBe(false)
})

test('each account has its own choice, and the browser keeps no name', () => {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  })
  keepStartChoice('the-root-key', 'closed')
  keepStartChoice('ada', 'open')
  expect(['the-root-key', 'ada', 'grace'].map(readStartChoice)).toEqual(['closed', 'open', undefined])
  expect([...kept.values()].join()).not.toMatch(/root|ada/)

  kept.set('cooperage.start', '["closed"]')
  expect(readStartChoice('ada')).toBeUndefined()
  kept.set('cooperage.start', 'not JSON')
  expect(readStartChoice('ada')).toBeUndefined()
  vi.unstubAllGlobals()
})
