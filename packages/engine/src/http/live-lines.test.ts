import { expect, test } from 'vitest'
import { liveLines } from './live-lines.ts'

async function whatWaited(line: string, times: number): Promise<number> {
  const end = new AbortController()
  const live = liveLines({
    subscribe(receive) {
      for (let sent = 0; sent < times; sent++) receive(line)
      return () => undefined
    },
    keepAlive: { text: ' ', everyMs: 60_000 },
  })
  for await (const text of live(end.signal)) {
    end.abort()
    return text.length / line.length
  }
  return 0
}

test('a limited number of lines is queued for a slow reader', async () => {
  expect(await whatWaited('a line', 3_000)).toBe(3_000)
  expect(await whatWaited('a line', 10_000)).toBe(4_000)
})

test('fewer long lines are queued', async () => {
  expect(await whatWaited('x'.repeat(1024 * 1024), 100)).toBe(8)
})
