import { beforeEach, expect, test, vi } from 'vitest'
import { Announcer } from './announcer.ts'

const shown = vi.fn<(text: string) => void>()

beforeEach(() => {
  vi.useFakeTimers()
  shown.mockClear()
  return () => vi.useRealTimers()
})

test('a change is read at once, and removed a moment later', () => {
  const announcer = new Announcer(shown)
  announcer.change('0 calls', false)
  expect(shown).not.toHaveBeenCalled()
  announcer.change('2 calls', false)
  expect(shown.mock.calls).toEqual([['2 calls']])
  vi.advanceTimersByTime(1_000)
  expect(shown.mock.calls).toEqual([['2 calls'], ['']])
})

test('while it changes all the time, it is read every 15 seconds if it has changed, and at once when that ends', () => {
  const announcer = new Announcer(shown)
  announcer.change('0 calls', false)
  announcer.change('1 call', true)
  announcer.change('2 calls', true)
  expect(shown).not.toHaveBeenCalled()
  vi.advanceTimersByTime(30_000)
  expect(shown.mock.calls).toEqual([['2 calls'], ['']])
  announcer.change('3 calls', true)
  announcer.change('3 calls', false)
  expect(shown.mock.calls.at(-1)).toEqual(['3 calls'])
})

test('nothing is read after its end', () => {
  const announcer = new Announcer(shown)
  announcer.change('', true)
  announcer.change('1 call', true)
  announcer.end()
  vi.advanceTimersByTime(30_000)
  expect(shown).not.toHaveBeenCalled()
})
