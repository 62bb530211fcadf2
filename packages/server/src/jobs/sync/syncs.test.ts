import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type JobAction, MAX_SYNCS, type SyncRunSpec, type SyncSpec } from '@cooperage/contract'
import { fastify } from 'fastify'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ConsoleStore } from '../../shared/console-store/console-store.ts'
import { openConsoleStore } from '../../shared/console-store/open-store.ts'
import { type JobSide, OtherServers } from '../../shared/other-servers.ts'
import type { JobState } from '../job-record.ts'
import type { JobRunner, ShownJob, SyncToRun } from '../job-runner.ts'
import { type SyncState, SyncStore } from './sync-store.ts'
import { Syncs } from './syncs.ts'

const HOUR_MS = 3600_000
/** With a busy machine. */
const PATIENT = { timeout: 30_000 }
const { log } = fastify()
const never = () => {
  throw new Error('not used')
}
const there: JobSide = {
  title: 'Paris',
  address: 'http://paris',
  seal: never,
  // The key of a session is the visitor's: there is nothing to remove.
  open: async () => ({ accessKey: '', secretKey: '', session: { sessionToken: '', revokeType: '', endsAt: 0 } }),
  clientOf: never,
  check: never,
}

const here = { ...there, title: 'Berlin', address: 'http://berlin' }

/** The runs that were started; each ends when the test says so. */
class FakeRunner {
  readonly runs: ShownJob[] = []
  readonly specs: SyncRunSpec[] = []
  readonly load = async () => undefined
  readonly canceled: string[] = []
  readonly cancelRun = async (sync: string) => {
    if (this.runsOf(sync).length > 0) this.canceled.push(sync)
  }
  readonly forgetRuns = async (sync: string) => {
    for (const run of this.runs) if (run.sync === sync) run.sync = 'forgotten'
  }

  async startRun({ id, owner }: SyncToRun, spec: SyncRunSpec): Promise<void> {
    this.specs.push(spec)
    this.runs.push({ id: `${this.runs.length}`, sync: id, owner, status: 'running', createdAt: now } as ShownJob)
  }

  async control(id: string, action: JobAction): Promise<ShownJob> {
    const run = this.runs.find((one) => one.id === id)
    if (run === undefined || action !== 'resume') throw new Error(`There is no ${action} of ${id}`)
    return Object.assign(run, { status: 'queued' })
  }

  runsOf(sync: string): ShownJob[] {
    return this.runs.filter((run) => run.sync === sync).reverse()
  }

  end(status: JobState['status'] = 'done'): void {
    for (const run of this.runs) run.status = status
  }
}

let folder: string
let store: ConsoleStore
let runner: FakeRunner
let others: OtherServers
let now: number
let syncs: Syncs | undefined
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  folder = mkdtempSync(join(tmpdir(), 'cooperage-syncs-'))
  store = openConsoleStore(join(folder, 'console.sqlite'), log)
  runner = new FakeRunner()
  now = 10 * HOUR_MS
})
afterEach(async () => {
  vi.useRealTimers()
  syncs?.close()
  await store.close()
  rmSync(folder, { recursive: true })
})

const SPEC: SyncSpec = {
  bucket: 'photos',
  prefix: '',
  server: 'paris',
  target_bucket: 'copy',
  target_prefix: '',
  schedule: { every: 'hour', at: '' },
  deletes: false,
}

/** A console that starts, with what earlier ones have stored. */
async function start(): Promise<Syncs> {
  syncs?.close()
  others = new OtherServers(
    () => now,
    async () => undefined,
    new Map([
      ['paris', 'http://paris'],
      ['lutetia', 'http://paris'],
    ]),
  )
  others.add('paris', async () => there)
  syncs = new Syncs({
    store: new SyncStore(store),
    runner: runner as unknown as JobRunner,
    here,
    others,
    now: () => now,
    log,
  })
  await syncs.load()
  return syncs
}

async function given(id: string, nextAt: number, own: Partial<SyncSpec> = {}): Promise<void> {
  const keys = { server: 'paris', here: 'sealed', there: 'sealed' }
  const spec = { ...SPEC, target_bucket: id, ...own }
  const state = {
    id,
    owner: 'ann',
    createdAt: 0,
    spec,
    serverTitle: 'Paris',
    isEnabled: true,
    nextAt,
    keys,
    discarded: [],
  }
  await new SyncStore(store).save(state)
}

test('a time that passed while the console was down is made up for once, after a restart too', async () => {
  await given('late', 2 * HOUR_MS)
  await given('early', 11 * HOUR_MS)
  const first = await start()
  await vi.waitFor(() => expect(runner.runs).toHaveLength(1), PATIENT)
  expect(runner.runs[0]).toMatchObject({ sync: 'late', owner: 'ann' })
  await vi.waitFor(async () => expect(await first.get('late', 'ann')).toMatchObject({ nextAt: 11 * HOUR_MS }), PATIENT)
  runner.end()
  const second = await start()
  expect((await second.list('ann')).map(({ nextAt }) => nextAt)).toEqual([11 * HOUR_MS, 11 * HOUR_MS])
  expect(runner.runs).toHaveLength(1)
})

test('no run starts while the one before runs, and one does when it has ended', async () => {
  await given('a', 10 * HOUR_MS)
  await start()
  await vi.waitFor(() => expect(runner.runs).toHaveLength(1), PATIENT)
  now += 3 * HOUR_MS
  const again = await start()
  expect(runner.runs).toHaveLength(1)
  runner.end('stopped')
  vi.advanceTimersByTime(2_000)
  await vi.waitFor(() => expect(runner.runs).toHaveLength(2), PATIENT)
  await vi.waitFor(async () => expect(await again.get('a', 'ann')).toMatchObject({ nextAt: 14 * HOUR_MS }), PATIENT)
})

test('a crash between the start of a run and the time of the next one starts no other', async () => {
  await given('a', 9 * HOUR_MS)
  await runner.startRun({ id: 'a', owner: 'ann' } as SyncToRun, {} as SyncRunSpec)
  await start()
  vi.advanceTimersByTime(2_000)
  expect(runner.runs).toHaveLength(1)
})

test('nor once that run has ended', async () => {
  await given('a', 9 * HOUR_MS, { schedule: { every: 'once', at: '' } })
  await runner.startRun({ id: 'a', owner: 'ann' } as SyncToRun, {} as SyncRunSpec)
  runner.end()
  const one = await start()
  await vi.waitFor(async () => expect(await one.get('a', 'ann')).toMatchObject({ nextAt: 0 }), PATIENT)
  expect(runner.runs).toHaveLength(1)
})

test('the run of a sync that is deleted is canceled, after a crash in between too', async () => {
  await given('a', 0)
  await given('b', 0)
  const [state] = await new SyncStore(store).all()
  const { keys: _, ...deleted } = state as SyncState
  await new SyncStore(store).save(deleted)
  for (const id of ['a', 'b']) await runner.startRun({ id, owner: 'ann' } as SyncToRun, {} as SyncRunSpec)
  const one = await start()
  await vi.waitFor(() => expect(runner.canceled).toEqual(['a']), PATIENT)
  await one.remove('b')
  expect(runner.canceled).toEqual(['a', 'b'])
})

test('one that was never completed, or is deleted, is forgotten with its keys and runs', async () => {
  const discarded = [{ server: 'paris', here: 'sealed', there: 'sealed' }]
  const keyless = {
    owner: 'ann',
    createdAt: 0,
    spec: SPEC,
    serverTitle: 'Paris',
    isEnabled: false,
    nextAt: 0,
    discarded,
  }
  await new SyncStore(store).save({ id: 'begun', ...keyless })
  await runner.startRun({ id: 'begun', owner: 'ann' } as SyncToRun, {} as SyncRunSpec)
  const one = await start()
  expect(await one.list('ann')).toEqual([])
  await vi.waitFor(async () => expect(await new SyncStore(store).all()).toEqual([]), PATIENT)
  expect(runner.runsOf('begun')).toEqual([])
})

test('keys that can’t be removed are kept until they can, and don’t keep others', async () => {
  const keys = (server: string) => ({ server, here: 'sealed', there: 'sealed' })
  await given('a', 0)
  const discarded = [keys('gone'), keys('paris')]
  const [state] = await new SyncStore(store).all()
  if (state !== undefined) await new SyncStore(store).save({ ...state, discarded })
  const one = await start()
  await vi.waitFor(async () => expect(await one.get('a', 'ann')).toMatchObject({ discarded: [keys('gone')] }), PATIENT)
  await one.remove('a')
  expect(await new SyncStore(store).all()).toMatchObject([{ id: 'a', discarded: [keys('gone')] }])
  // Who has the sync is told, and nobody else.
  expect(await one.keysLeft('ann')).toMatchObject([{ sync: { id: 'a' }, servers: [expect.any(String)] }])
  expect(await one.keysLeft('bob')).toEqual([])
  others.add('gone', async () => there)
  now += 61_000
  vi.advanceTimersByTime(2_000)
  await vi.waitFor(async () => expect(await new SyncStore(store).all()).toEqual([]), PATIENT)
})

test('a paused one gives its target free, and doesn’t take it back from another, by any name of the server', async () => {
  await given('a', 11 * HOUR_MS, { target_bucket: 'shared' })
  await given('b', 0, { target_bucket: 'shared', target_prefix: 'in/', schedule: { every: 'once', at: '' } })
  const one = await start()
  const taken = { code: 'SyncTargetTaken' }
  await expect(one.control('b', 'ann', { action: 'run' })).rejects.toMatchObject(taken)
  await one.control('a', 'ann', { action: 'pause' })
  await one.control('b', 'ann', { action: 'run' })
  await expect(one.control('a', 'ann', { action: 'resume' })).rejects.toMatchObject(taken)
  runner.end()
  expect(await one.control('a', 'ann', { action: 'resume' })).toMatchObject({
    isEnabled: true,
    nextAt: expect.any(Number),
  })
  await one.control('a', 'ann', { action: 'pause' })
  runner.end()
  await given('c', 11 * HOUR_MS, { server: 'lutetia', target_bucket: 'shared' })
  const again = await start()
  await expect(again.control('b', 'ann', { action: 'run' })).rejects.toMatchObject(taken)
  await expect(again.control('a', 'bob', { action: 'pause' })).rejects.toMatchObject({ code: 'NoSuchSync' })
})

/** The latest run of a sync that would have deleted much. */
function asked(id: string, sync: string, own: Partial<ShownJob['title']> = {}): ShownJob {
  const title = {
    bucket: 'photos',
    first: '',
    server: { name: 'paris', title: 'Paris' },
    targetBucket: sync,
    target: '',
  }
  const text = { key: 'error:SyncDeletesMany', text: '' }
  const position = 'delete:50,300,150:'
  return { id, sync, status: 'stopped', text, position, title: { ...title, ...own } } as unknown as ShownJob
}

test('a confirmation is good for the deletions that were shown, of the sync as it was', async () => {
  await given('a', 0, { deletes: true })
  const one = await start()
  const confirm = (run: string) => one.control('a', 'ann', { action: 'confirm', run })
  const outdated = { code: 'NothingToConfirm' }
  await expect(confirm('1')).rejects.toMatchObject({ code: 'NothingToConfirm' })
  for (const other of [{ bucket: 'other' }, { first: 'in/' }, { target: 'to/' }, { targetBucket: 'b' }]) {
    runner.runs.splice(0, 1, asked('1', 'a', other))
    await expect(confirm('1')).rejects.toMatchObject(outdated)
  }
  runner.runs.splice(0, 1, asked('1', 'a'), asked('2', 'a'))
  await expect(confirm('1')).rejects.toMatchObject(outdated)
  await confirm('2')
  expect(runner.specs).toMatchObject([{ confirmed: 150 }])
})

test.each([
  ['done', {}, 7],
  ['stopped', {}, 0],
  ['done', { first: 'in/' }, 0],
] as const)('a run expects what the last one found: %s, %j', async (status, own, expected) => {
  await given('a', 0)
  const one = await start()
  runner.runs.splice(0, 1, { ...asked('1', 'a', own), status, done: 4, skipped: 2, failed: 1 })
  await one.control('a', 'ann', { action: 'run' })
  expect(runner.specs).toMatchObject([{ expected }])
})

test('two in opposite directions are refused if one of them deletes', async () => {
  await given('a', 0, { bucket: 'x', target_bucket: 'y', target_prefix: 'to/' })
  const one = await start()
  let deletes = false
  const back = { address: 'http://paris', bucket: 'y', path: '' }
  const to = { address: 'http://berlin', bucket: 'x', path: 'in/' }
  const other = { id: 'b', kind: 'sync', title: 'Paris · y → Berlin · x/in/', from: back, to, isActive: false } as const
  others.addWriter(() => [{ ...other, deletes }])
  await one.control('a', 'ann', { action: 'run' })
  runner.end()
  deletes = true
  await expect(one.control('a', 'ann', { action: 'run' })).rejects.toMatchObject({
    code: 'SyncConflict',
    message: expect.stringContaining(other.title),
  })
})

test('a run that is held because the target was full continues at the next time, and one that somebody holds doesn’t', async () => {
  await given('a', 11 * HOUR_MS)
  const held = { sync: 'a', status: 'paused', problem: 'x' }
  const full = { ...held, id: 'full', text: { key: 'error:StorageFull', text: 'x' } } as unknown as ShownJob
  const byHand = { ...held, id: 'by hand' } as unknown as ShownJob
  runner.runs.push(byHand)
  const one = await start()
  now = 12 * HOUR_MS
  vi.advanceTimersByTime(2_000)
  expect(runner.runs).toMatchObject([{ status: 'paused' }])
  runner.runs.splice(0, 1, full)
  vi.advanceTimersByTime(2_000)
  await vi.waitFor(async () => expect(await one.get('a', 'ann')).toMatchObject({ nextAt: 13 * HOUR_MS }), PATIENT)
  expect(runner.runs).toMatchObject([{ id: 'full', status: 'queued' }])
})

test('a clock that was ahead keeps no sync from starting', async () => {
  await given('a', 5000 * HOUR_MS)
  const one = await start()
  expect(await one.get('a', 'ann')).toMatchObject({ nextAt: 11 * HOUR_MS })
  now = 11 * HOUR_MS
  vi.advanceTimersByTime(2_000)
  await vi.waitFor(() => expect(runner.runs).toHaveLength(1), PATIENT)
})

test('of two that are resumed at the same time with one target, one is refused', async () => {
  await given('a', 0, { target_bucket: 'shared' })
  await given('b', 0, { target_bucket: 'shared' })
  const one = await start()
  const resume = (id: string) => one.control(id, 'ann', { action: 'resume' })
  const settled = await Promise.allSettled([resume('a'), resume('b')])
  expect(settled).toMatchObject([{ status: 'fulfilled' }, { reason: { code: 'SyncTargetTaken' } }])
})

test('those that are being created count', async () => {
  for (let at = 1; at < MAX_SYNCS; at++) await given(`${at}`, 0)
  const one = await start()
  const refused = new Error('No keys in this test')
  others.add('slow', () => Promise.reject(refused))
  const create = (owner: string) =>
    one.create({ ...SPEC, server: 'slow' }, { owner, permit: { server: 'slow' } } as Parameters<Syncs['create']>[1])
  const settled = await Promise.allSettled([create('ann'), create('ann'), create('bob')])
  expect(settled).toMatchObject([{ reason: refused }, { reason: { code: 'TooManySyncs' } }, { reason: refused }])
  await expect(create('ann')).rejects.toBe(refused)
})
