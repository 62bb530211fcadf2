import { expect, onTestFinished, test, vi } from 'vitest'
import { startStore } from '../durable-store.ts'
import { DataFolder } from '../files/data-folder.ts'
import { realFiles } from '../files/real-files.ts'
import { GroupCommitIndex } from '../index/group-commit-index.ts'
import { openLmdbIndex } from '../index/lmdb-index.ts'
import { bodyOf, METADATA, PATIENT, temporaryFolder } from '../testing/temporary-store.ts'
import { Damage } from './damage.ts'
import { Scrubber } from './scrubber.ts'

const DAY_MS = 24 * 60 * 60 * 1000

const VERSIONS = 5

/** A store with some objects, and scrubbers over it whose clock is moved by their own waiting. */
async function scrubbed() {
  const path = await temporaryFolder(onTestFinished)
  const files = realFiles(path)
  const index = new GroupCommitIndex(openLmdbIndex(`${path}/index`))
  const store = await startStore({ files, index })
  onTestFinished(() => store.close())
  await store.createBucket('casks')
  for (let n = 0; n < VERSIONS - 1; n++) {
    await store.putObject('casks', `k${n}`, bodyOf(Buffer.alloc(100_000 * n)), { metadata: METADATA })
  }
  await store.copyObject({ bucket: 'casks', key: 'k3' }, 'casks', 'copy', {})

  const folder = await DataFolder.open(files)
  const state = { now: 1_000_000, waited: 0, isBusy: false, stopAfter: Number.POSITIVE_INFINITY }
  function scrubber() {
    const { documents } = store
    const made = new Scrubber({
      index,
      folder,
      documents,
      damage: new Damage(index, documents, () => state.now),
      now: () => state.now,
      isBusy: () => state.isBusy,
      sleep: async (ms, signal) => {
        await new Promise((resolve) => setImmediate(resolve))
        signal.throwIfAborted()
        // A pass is over: what follows is the wait for the next.
        if (made.status().isComplete || made.status().versions >= state.stopAfter) {
          await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
        }
        state.now += ms
        state.waited += ms
      },
    })
    return made
  }
  return { store, state, scrubber }
}

const unexpected = (error: unknown) => expect(error).toBeUndefined()

test('a pass verifies every version and every shared content once, then waits', async () => {
  const { scrubber } = await scrubbed()
  const one = scrubber()
  one.start(30, unexpected)
  await vi.waitFor(() => expect(one.status().isComplete).toBe(true), PATIENT)
  expect(one.status()).toMatchObject({ versions: VERSIONS, bytes: 600_000, isRunning: true })
  await one.stop()
  expect(one.status().isRunning).toBe(false)
})

test('the pace spreads the data over the days, with a minimum rate', async () => {
  const { state, scrubber } = await scrubbed()
  const one = scrubber()
  one.start(30, unexpected)
  await vi.waitFor(() => expect(one.status().isComplete).toBe(true), PATIENT)
  // 256 KiB or so a second: 600,000 bytes, and 4 KiB for each version.
  expect(state.waited).toBeCloseTo((600_000 + VERSIONS * 4096) / 256, 0)
  await one.stop()

  const { state: fastState, scrubber: fast } = await scrubbed()
  const other = fast()
  const hour = 1 / 24 / 3600
  other.start(hour, unexpected)
  await vi.waitFor(() => expect(other.status().isComplete).toBe(true), PATIENT)
  expect(fastState.waited).toBeLessThanOrEqual(hour * DAY_MS)
  expect(fastState.waited).toBeGreaterThan((hour * DAY_MS) / 2)
  await other.stop()
})

test('it yields to traffic, but not forever', async () => {
  const { state, scrubber } = await scrubbed()
  state.isBusy = true
  const one = scrubber()
  one.start(30, unexpected)
  await vi.waitFor(() => expect(one.status().isComplete).toBe(true), PATIENT)
  const blocks = 4
  expect(state.waited).toBeGreaterThan((VERSIONS + blocks) * 1_000)
  await one.stop()
})

test('a restart resumes the pass', async () => {
  const { state, scrubber } = await scrubbed()
  const first = scrubber()
  state.stopAfter = 3
  first.start(30, unexpected)
  await vi.waitFor(() => expect(first.status().versions).toBe(3), PATIENT)
  await first.stop()
  const { bytes, passStartedAt } = first.status()

  state.stopAfter = Number.POSITIVE_INFINITY
  const second = scrubber()
  expect(second.status()).toMatchObject({ versions: 3, bytes, passStartedAt, isComplete: false })
  second.start(30, unexpected)
  await vi.waitFor(() => expect(second.status().isComplete).toBe(true), PATIENT)
  expect(second.status().versions).toBe(VERSIONS)
  await second.stop()
  expect(scrubber().status()).toMatchObject({ isComplete: true, isRunning: false })
})
