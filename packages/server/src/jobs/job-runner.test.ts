import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fastify } from 'fastify'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ConsoleStore } from '../shared/console-store/console-store.ts'
import { openConsoleStore } from '../shared/console-store/open-store.ts'
import { JobJournal } from './job-journal.ts'
import type { JobState } from './job-record.ts'
import { JobRunner, MAX_ENDED, MAX_ENDED_BYTES } from './job-runner.ts'

let folder: string
let store: ConsoleStore
let journal: JobJournal
let runner: JobRunner
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cooperage-jobs-'))
  const { log } = fastify()
  store = openConsoleStore(join(folder, 'console.sqlite'), log)
  journal = new JobJournal(store)
  const never = () => {
    throw new Error('A job whose key can’t be read does nothing')
  }
  // As after a change of the console's secret: a job ends as soon as it starts.
  const here = { title: '', seal: never, open: async () => undefined, clientOf: never, check: never }
  runner = new JobRunner({ journal, kindOf: never, here, others: undefined, now: () => 1_000_000, log })
})
afterEach(async () => {
  await runner.close()
  await store.close()
  rmSync(folder, { recursive: true })
})

async function add(owner: string, at: number, own: Partial<JobState> = {}, bytes = 0): Promise<void> {
  const state: JobState = {
    id: `${owner} ${at}`,
    owner,
    createdAt: at,
    title: { kind: 'delete', bucket: 'photos', first: 'a/', items: 1, targetBucket: '', target: '', at: '' },
    status: 'done',
    endedAt: at,
    problem: '',
    sealedKey: '',
    position: '',
    isPlanned: true,
    done: 1,
    bytes: 0,
    skipped: 0,
    failed: 0,
    ...own,
  }
  const paths = [{ path: 'a'.repeat(bytes), recursive: true }]
  await journal.add(state, { kind: 'delete', bucket: 'photos', paths, all_versions: false, bypass: false }, [])
}

const stored = async () => (await journal.states()).map(({ id }) => id)

test('removes the oldest ended jobs of an account as others end', async () => {
  await add('bob', 1)
  for (let at = 1; at <= MAX_ENDED; at++) await add('ann', at)
  await add('ann', 500, { status: 'queued', endedAt: 0, sealedKey: 'sealed', isPlanned: false })
  await runner.load()
  await vi.waitFor(async () => expect(await stored()).not.toContain('ann 1'), { timeout: 30_000 })
  expect(await stored()).toEqual(expect.arrayContaining(['bob 1', 'ann 2', 'ann 500']))
  expect(await runner.list()).toHaveLength(MAX_ENDED + 1)
})

test('removes the oldest ended jobs that occupy too much, but not the latest or those that run', async () => {
  for (const at of [1, 2, 3, 4]) await add('ann', at, {}, MAX_ENDED_BYTES / 3)
  await add('bob', 5, {}, MAX_ENDED_BYTES * 2)
  await add('ann', 6, { status: 'paused', endedAt: 0 }, MAX_ENDED_BYTES)
  await runner.load()
  expect(await stored()).toEqual(['ann 3', 'ann 4', 'bob 5', 'ann 6'])
})
