import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AppError, type ToServerSpec } from '@cooperage/contract'
import type { StorageClient } from '@cooperage/storage-client'
import { fastify } from 'fastify'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ConsoleStore } from '../shared/console-store/console-store.ts'
import { openConsoleStore } from '../shared/console-store/open-store.ts'
import { OtherServers, type Permit, type Writing } from '../shared/other-servers.ts'
import type { Session } from '../shared/session/sealed-session.ts'
import { JobJournal } from './job-journal.ts'
import type { JobKind } from './job-kind.ts'
import type { JobState } from './job-record.ts'
import { JobRunner, MAX_ENDED, MAX_ENDED_BYTES, totalsOf } from './job-runner.ts'

const TITLE = { kind: 'delete' as const, bucket: 'photos', first: 'a/', items: 1, targetBucket: '', target: '', at: '' }
const never = () => {
  throw new Error('A job whose key can’t be read does nothing')
}

const { log } = fastify()
let folder: string
let store: ConsoleStore
let journal: JobJournal
let runner: JobRunner
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cooperage-jobs-'))
  store = openConsoleStore(join(folder, 'console.sqlite'), log)
  journal = new JobJournal(store)
  // As after a change of the console's secret: a job ends as soon as it starts.
  const here = { title: '', address: '', seal: never, open: async () => undefined, clientOf: never, check: never }
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
    title: TITLE,
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

test.each([
  [{ total: 5 }, undefined, { total: 5, atLeast: 0 }],
  [{ total: 0 }, undefined, { total: 0, atLeast: 0 }],
  [{ total: 0 }, { items: 9, next: '0:k' }, { total: 0, atLeast: 9 }],
  [{ total: 0 }, { items: 9 }, { total: 9, atLeast: 0 }],
  // Six are done, skipped or failed: more have arrived since.
  [{ total: 0 }, { items: 5 }, { total: 0, atLeast: 0 }],
])('the total of a job with the title %j of which %j is counted', (title, counted, expected) => {
  const job = { title: { ...TITLE, ...title }, counted, done: 3, skipped: 2, failed: 1 }
  expect(totalsOf(job as unknown as JobState)).toEqual(expected)
})

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

test('keeps the reports of migrations beside other jobs', async () => {
  const title = {
    ...TITLE,
    kind: 'migrate' as const,
    server: { name: 'paris', title: 'Paris' },
    targetBucket: 'photos',
  }
  for (let at = 1; at <= MAX_ENDED; at++) await add('ann', at, { title })
  for (let at = 1; at <= 3; at++) await add('ann', 500 + at, { title }, MAX_ENDED_BYTES / 2)
  await add('ann', 600)
  await runner.load()
  expect(await stored()).toHaveLength(MAX_ENDED + 4)
})

const refused = new Error('No keys in this test')

/** A runner whose jobs end as soon as they get keys, and what other consoles write to. */
function runnerBeside(writings: Writing[]): JobRunner {
  const side = {
    title: 'Paris',
    address: 'http://paris',
    seal: async () => 'sealed',
    open: async () => undefined,
    clientOf: never,
    check: never,
  }
  const others = new OtherServers(
    () => 0,
    async () => undefined,
    new Map([['paris', side.address]]),
  )
  others.add('paris', async () => side)
  others.addWriter(() => writings)
  const kindOf = () =>
    ({
      check() {},
      statements: () => {
        throw refused
      },
    }) as unknown as JobKind
  return new JobRunner({ journal, kindOf, here: side, others, now: () => 1_000_000, log })
}

async function startToServer(runner: JobRunner, own: object): Promise<unknown> {
  const spec = { bucket: 'a', server: 'paris', ...own } as unknown as ToServerSpec
  const from = { storage: {} as StorageClient, session: {} as Session }
  const permit = { server: 'paris', storageOf: () => from.storage } as unknown as Permit
  return await runner.createToServer('ann', spec, from, permit)
}

test('refuses a second migration into a bucket until the first has ended', async () => {
  const title = {
    ...TITLE,
    kind: 'migrate' as const,
    server: { name: 'paris', title: 'Paris' },
    targetBucket: 'photos',
  }
  await add('bob', 1, { title, status: 'paused', endedAt: 0 })
  await add('bob', 2, { title: { ...title, targetBucket: 'ended' } })
  const second = runnerBeside([])
  const start = (target_bucket: string) => startToServer(second, { kind: 'migrate', target_bucket })
  await expect(start('photos')).rejects.toMatchObject({ code: 'MigrationRunning' })
  for (const free of ['ended', 'photos-2']) await expect(start(free)).rejects.toBe(refused)
  await second.close()
})

test('refuses to move into the target of a sync that would delete it', async () => {
  const from = { address: 'http://berlin', bucket: 'a', path: '' }
  const to = { address: 'http://paris', bucket: 'photos', path: 'to/' }
  const sync = { id: 's', kind: 'sync', title: 'Berlin · a', from, to, deletes: true, isActive: false } as const
  const [moving, harmless] = [runnerBeside([sync]), runnerBeside([{ ...sync, deletes: false }])]
  const move = (one: JobRunner, target: string, kind = 'moveToServer') =>
    startToServer(one, { kind, target_bucket: 'photos', units: [{ source: 'x', target }] })
  for (const target of ['to/', 'to/x', 'to/deep/', ''])
    await expect(move(moving, target)).rejects.toMatchObject({ code: 'SyncConflict' })
  for (const target of ['other/', 'to', 'to-x']) await expect(move(moving, target)).rejects.toBe(refused)
  await expect(move(moving, 'to/', 'copyToServer')).rejects.toBe(refused)
  await expect(move(harmless, 'to/')).rejects.toBe(refused)
  await Promise.all([moving.close(), harmless.close()])
})

test('runs of syncs leave a place to other jobs', async () => {
  const waiting = { status: 'queued', endedAt: 0, isPlanned: false } as const
  for (const at of [1, 2, 3]) await add('ann', at, { ...waiting, sync: `${at}`, sealedKey: `sync ${at}` })
  await add('ann', 4, { ...waiting, sealedKey: 'job 4' })
  const opened: string[] = []
  const keys = Promise.withResolvers<undefined>()
  const open = (sealed: string) => {
    opened.push(sealed)
    return keys.promise
  }
  const here = { title: '', address: '', seal: never, open, clientOf: never, check: never }
  const one = new JobRunner({ journal, kindOf: never, here, others: undefined, now: () => 1_000_000, log })
  await one.load()
  expect(opened).toEqual(['sync 1', 'sync 2', 'job 4'])
  keys.resolve(undefined)
  await vi.waitFor(() => expect(opened).toContain('sync 3'), { timeout: 30_000 })
  await one.close()
})

/** A runner whose jobs are of this kind, and get keys. */
function runnerOf(own: Pick<JobKind, 'plan' | 'run'> & Partial<JobKind>): JobRunner {
  const kind: JobKind = { atOnce: 1, check() {}, statements: () => [], ...own }
  const access = { accessKey: 'a', secretKey: 's' }
  const clientOf = async () => ({}) as StorageClient
  const here = { title: '', address: '', seal: never, open: async () => access, clientOf, check: async () => undefined }
  return new JobRunner({ journal, kindOf: () => kind, here, others: undefined, now: () => 1_000_000, log })
}

/** A run of a sync has no key of its own to remove. */
const QUEUED = { sync: 's', sealedKey: 'sealed', status: 'queued', endedAt: 0, isPlanned: false } as const

test('a job continues its count where an earlier console has left it', async () => {
  await add('ann', 1, { ...QUEUED, position: 'b', counted: { items: 500, next: 'k' } })
  const counted = Promise.withResolvers<string>()
  const one = runnerOf({
    async count(_sides, _spec, position) {
      counted.resolve(position)
      return { count: 3, next: undefined }
    },
    async plan() {
      await counted.promise
      return { steps: [], next: undefined }
    },
    run: never,
  })
  await one.load()
  expect(await counted.promise).toBe('k')
  const isDone = async () => expect(await one.list()).toMatchObject([{ counted: { items: 503 }, status: 'done' }])
  await vi.waitFor(isDone, { timeout: 30_000 })
  await one.close()
})

test('the rate of a job is that of everything that is settled', async () => {
  await add('ann', 1, { ...QUEUED, done: 0 })
  const failure = { path: 'x', message: 'No' }
  const results = [
    { done: 4, bytes: 0, skipped: 0, failures: [] },
    { done: 0, bytes: 0, skipped: 90, failures: [failure] },
  ]
  const last = Promise.withResolvers<never>()
  const one = runnerOf({
    plan: async () => ({ steps: [0, 1, 2], next: undefined, failures: [failure], skipped: 10 }),
    run: async (_sides, _spec, step) => results[Number(step)] ?? (await last.promise),
  })
  await one.load()
  const isSettled = async () => expect(await one.list()).toMatchObject([{ skipped: 100, failed: 2, done: 4 }])
  await vi.waitFor(isSettled, { timeout: 30_000 })
  expect((await one.list())[0]?.rate).toBe(106)
  last.reject(new AppError('StorageUnreachable'))
  await one.close()
})
