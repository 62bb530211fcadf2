import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fastify } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ConsoleStore } from '../shared/console-store/console-store.ts'
import { openConsoleStore } from '../shared/console-store/open-store.ts'
import { JobJournal } from './job-journal.ts'
import type { JobState } from './job-record.ts'

const SPEC = {
  kind: 'delete' as const,
  bucket: 'photos',
  paths: [{ path: 'a/', recursive: true }],
  all_versions: false,
  bypass: false,
}

let folder: string
let store: ConsoleStore
let journal: JobJournal
const open = () => {
  store = openConsoleStore(join(folder, 'console.sqlite'), fastify().log)
  journal = new JobJournal(store)
}
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cooperage-journal-'))
  open()
})
afterEach(async () => {
  await store.close()
  rmSync(folder, { recursive: true })
})

const jobState = (id: string, createdAt: number): JobState => ({
  id,
  owner: 'ann',
  createdAt,
  title: { kind: 'delete', bucket: 'photos', first: 'a/', items: 1, targetBucket: '', target: '', at: '' },
  status: 'running',
  endedAt: 0,
  problem: '',
  sealedKey: 'sealed',
  position: '',
  isPlanned: false,
  done: 0,
  bytes: 0,
  skipped: 0,
  failed: 0,
})

test('keeps jobs and their current page across a restart', async () => {
  const [late, early] = [jobState('late', 2), jobState('early', 1)]
  await journal.add(late, SPEC, [])
  await journal.add(early, SPEC, [])
  await journal.save({ state: { ...early, isPlanned: true }, page: { steps: [['x']], next: undefined } })
  await store.close()
  open()
  expect(await journal.states()).toEqual([{ ...early, isPlanned: true }, late])
  expect(await journal.work('early')).toEqual({ spec: SPEC, page: { steps: [['x']] } })
  await journal.save({ state: { ...early, position: '0:x', done: 1 }, page: null })
  expect((await journal.work('early')).page).toBeUndefined()
  expect((await journal.states())[0]).toMatchObject({ position: '0:x', done: 1 })
})

test('keeps the first thousand failures and the last two hundred events', async () => {
  const job = jobState('one', 1)
  await journal.add(job, SPEC, [{ time: 0, event: 'created', account: 'ann', detail: '' }])
  for (let round = 0; round < 3; round++) {
    const failures = Array.from({ length: 700 }, (_, at) => ({ path: `${round} ${at}`, message: 'Denied.' }))
    job.failed += failures.length
    await journal.save({ state: job, failures })
  }
  const times = Array.from({ length: 200 }, (_, at) => at + 1)
  await journal.save({
    state: job,
    events: times.map((time) => ({ time, event: 'waiting' as const, account: '', detail: '' })),
  })
  const { events, failures } = await journal.log('one')
  expect([failures.length, failures.at(-1)?.path]).toEqual([1000, '1 299'])
  expect(events.map(({ time }) => time)).toEqual(times)
})

test('stores a change completely or not at all', async () => {
  const job = jobState('one', 1)
  await journal.add(job, SPEC, [])
  const failure = { path: 'a', message: '' }
  await journal.save({ state: { ...job, failed: 1 }, failures: [failure] })
  // A failure with the same number can't be stored.
  const repeated = { state: { ...job, failed: 1, done: 5 }, page: { steps: [], next: 'b' }, failures: [failure] }
  await expect(journal.save(repeated)).rejects.toThrow('UNIQUE')
  expect(await journal.states()).toEqual([{ ...job, failed: 1 }])
  expect((await journal.work('one')).page).toBeUndefined()
})

test('removes a job with its log', async () => {
  await journal.add(jobState('one', 1), SPEC, [{ time: 0, event: 'created', account: 'ann', detail: '' }])
  await journal.remove('one')
  expect([await journal.states(), await journal.log('one')]).toEqual([[], { events: [], failures: [] }])
  await expect(journal.work('one')).rejects.toThrow('no job')
})
