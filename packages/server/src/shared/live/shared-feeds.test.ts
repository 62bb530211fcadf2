import { setImmediate as tick } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { SharedFeeds } from './shared-feeds.ts'

/** A stream whose items a test emits. */
function source() {
  let opened = 0
  let isOpen = false
  const waiting: ((item: number | Error | undefined) => void)[] = []
  return {
    opened: () => opened,
    isOpen: () => isOpen,
    async emit(item: number | Error | undefined) {
      waiting.shift()?.(item)
      await tick()
    },
    async *open(signal: AbortSignal): AsyncGenerator<number> {
      opened += 1
      isOpen = true
      try {
        while (!signal.aborted) {
          const item = await new Promise<number | Error | undefined>((resolve) => {
            waiting.push(resolve)
            signal.addEventListener('abort', () => resolve(undefined))
          })
          if (item === undefined) return
          if (item instanceof Error) throw item
          yield item
        }
      } finally {
        isOpen = false
      }
    },
  }
}

async function watch(feeds: SharedFeeds<number>, upstream: ReturnType<typeof source>, key = 'k') {
  const controller = new AbortController()
  const seen: number[] = []
  const ended = (async () => {
    for await (const item of feeds.watch(key, upstream.open, controller.signal)) seen.push(item)
  })().then(
    () => 'ended',
    (error: Error) => error.message,
  )
  await tick()
  return { seen, ended, leave: () => controller.abort() }
}

test('opens one stream per key and sends its items to all watchers', async () => {
  const [feeds, upstream] = [new SharedFeeds<number>(), source()]
  const [one, two] = [await watch(feeds, upstream), await watch(feeds, upstream)]
  await upstream.emit(1)
  const late = await watch(feeds, upstream)
  await upstream.emit(2)
  expect(upstream.opened()).toBe(1)
  expect([one.seen, two.seen, late.seen]).toEqual([[1, 2], [1, 2], [2]])
})

test('sends the last item to late watchers if so configured', async () => {
  const [feeds, upstream] = [new SharedFeeds<number>({ repeatsLast: true }), source()]
  const first = await watch(feeds, upstream)
  await upstream.emit(1)
  await upstream.emit(2)
  const late = await watch(feeds, upstream)
  await upstream.emit(3)
  expect([first.seen, late.seen]).toEqual([
    [1, 2, 3],
    [2, 3],
  ])
})

test('keeps streams of different keys apart', async () => {
  const [feeds, upstream, other] = [new SharedFeeds<number>(), source(), source()]
  const [one, two] = [await watch(feeds, upstream, 'a'), await watch(feeds, other, 'b')]
  await upstream.emit(1)
  expect([one.seen, two.seen]).toEqual([[1], []])
})

test('closes the stream after the last watcher leaves, and opens a new one for the next', async () => {
  const [feeds, upstream] = [new SharedFeeds<number>(), source()]
  const [one, two] = [await watch(feeds, upstream), await watch(feeds, upstream)]
  one.leave()
  await one.ended
  expect(upstream.isOpen()).toBe(true)
  two.leave()
  await two.ended
  await expect.poll(upstream.isOpen).toBe(false)
  await watch(feeds, upstream)
  expect(upstream.opened()).toBe(2)
})

test('ends and fails for all watchers like the stream', async () => {
  const [feeds, upstream] = [new SharedFeeds<number>(), source()]
  const watchers = [await watch(feeds, upstream), await watch(feeds, upstream)]
  await upstream.emit(new Error('broken'))
  expect(await Promise.all(watchers.map(({ ended }) => ended))).toEqual(['broken', 'broken'])
  const again = await watch(feeds, upstream)
  await upstream.emit(undefined)
  expect(await again.ended).toBe('ended')
})
