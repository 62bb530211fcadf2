import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { scrollIdle, watchScrolling } from './scroll-idle.ts'

const page = new EventTarget()
watchScrolling(page)
const scroll = () => page.dispatchEvent(new Event('scroll'))

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** Milliseconds from now until it resolves, to the next ten. */
async function resolvesAfter(mostMs: number, onStep = () => {}): Promise<number> {
  let isOver = false
  void scrollIdle(mostMs).then(() => {
    isOver = true
  })
  await vi.advanceTimersByTimeAsync(0)
  let ms = 0
  for (; !isOver && ms < 5_000; ms += 10) {
    onStep()
    await vi.advanceTimersByTimeAsync(10)
  }
  return ms
}

test('resolves immediately while the user does not scroll', async () => {
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await resolvesAfter(1_000)).toBe(0)
})

test('waits until scrolling has stopped', async () => {
  scroll()
  await vi.advanceTimersByTimeAsync(50)
  expect(await resolvesAfter(1_000)).toBe(100)
})

test('waits no longer than the maximum, however long the scrolling lasts', async () => {
  scroll()
  expect(await resolvesAfter(1_000, scroll)).toBe(1_000)
})
