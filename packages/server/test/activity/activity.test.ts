/** What the storage server does in the background. A scripted one answers what no real one can be brought to. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { BackgroundHeal, CountedUsage, DriveEvent, LifecycleQueue, ScannerActivity } from '@cooperage/contract'
import { MAX_DRIVE_EVENTS, MAX_SCANNED_PATHS, permissionError } from '@cooperage/contract'
import { accountsOf, allow, targetKind, tempFolder } from '@cooperage/testkit'
import { expect, onTestFinished, test } from 'vitest'
import { withConsole } from '../running-console.ts'
import { aliceWithAnswers, Refusal } from '../scripted-storage.ts'

const given = await withConsole()

const PATH = '/api/v1/admin/activity'
const SCANNER = '/api/v1/admin/activity/scanner'
const USAGE = '/api/v1/admin/activity/usage'
const QUEUE = '/api/v1/admin/activity/lifecycle-queue'
const COUNT = { total: 0, lastMinute: 0 }
const NONE = { total: 0, isRecent: false }
const NOTHING = { expired: NONE, transitioned: NONE, restored: NONE, other: NONE }

test('a running server says what it scans and counts, and how many objects wait for its rules', async () => {
  const { user } = await given.userWithBucket()
  const { features, pages } = (await user.get('/api/v1/session')).json as { features: string[]; pages: string[] }
  expect([features, pages]).toEqual([expect.arrayContaining(['activity']), expect.arrayContaining(['/activity'])])
  const scanner = (await user.get(SCANNER)).json as ScannerActivity
  expect(scanner).toMatchObject({
    nodes: [new URL(given.storage.url).host],
    silentNodes: [],
    cycle: expect.any(Number),
    lifecycle: NOTHING,
  })
  if (targetKind() === 'engine') expect(scanner.checked).toBeNull()
  expect(Date.now() - Date.parse(scanner.collectedAt)).toBeLessThan(60_000)
  const usage = (await user.get(USAGE)).json as CountedUsage
  expect(usage.replication).toEqual({ pending: 0, pendingBytes: 0, failed: 0, failedBytes: 0 })
  const queue = (await user.get(QUEUE)).json as LifecycleQueue
  const none = targetKind() === 'engine' ? null : 0
  expect(queue).toEqual({
    nodes: none === null ? [] : [new URL(given.storage.url).host],
    expiryPending: none,
    transitionPending: none,
    transitionActive: none,
  })
})

test('an account with one of the permissions opens the page, sees that part, and what each other part needs', async () => {
  const accounts = accountsOf(given.storage)
  const needed = { [SCANNER]: 'admin:ServerInfo', [USAGE]: 'admin:DataUsageInfo', [QUEUE]: 'admin:Prometheus' }
  for (const allowed of [...Object.values(needed), 'admin:Heal', 'admin:ListBatchJobs']) {
    const user = given.stranger()
    await user.signIn(await accounts.allowed(allow([allowed])))
    expect(((await user.get('/api/v1/session')).json as { pages: string[] }).pages).toContain('/activity')
    for (const [path, action] of Object.entries(needed)) {
      const { status, json } = await user.get(path)
      if (action === allowed) expect([path, status]).toEqual([path, 200])
      else expect([status, json]).toMatchObject([403, { code: 'AccessDenied', message: permissionError(action) }])
    }
  }
})

/** A report, which ends with a line feed. */
const line = (report: object) => `${JSON.stringify(report)}\n`
const scanner = (fields: object) => ({ collected: '2026-05-01T10:00:30Z', ...fields })

test('the times of a cycle are those of the node that runs it, and a node that doesn’t answer is named', async () => {
  const idle = { current_cycle: 0, current_started: '0001-01-01T00:00:00Z', cycle_complete_times: null }
  const user = await aliceWithAnswers({
    'GET metrics': line({
      errors: ['192.0.2.4:9000: remote disconnected (rpc)', 'no address', 7],
      hosts: ['192.0.2.1:9000', '192.0.2.2:9000'],
      aggregated: {
        scanner: scanner({
          ...idle,
          ongoing_buckets: 3,
          active: Array.from({ length: 25 }, (_, index) => `/drive${index}/photos`),
          life_time_ops: { ScanObject: 900, ApplyVersion: 950, ILM: 70 },
          ilm_ops: { DeleteAction: 12, TransitionAction: 3, PaintAction: 1 },
          last_minute: { actions: { ScanObject: { count: 60 } }, ilm: { DeleteAction: { count: 2 } } },
        }),
      },
      by_host: {
        '192.0.2.1:9000': { scanner: scanner(idle) },
        '192.0.2.2:9000': {
          scanner: scanner({
            current_cycle: 0,
            current_started: '2026-05-01T10:00:00Z',
            cycle_complete_times: ['2026-05-01T09:58:00Z', '2026-05-01T10:00:20Z'],
          }),
        },
        // It ran the cycles until it was replaced.
        '192.0.2.3:9000': { scanner: scanner({ current_cycle: 4, current_started: '2026-04-01T10:00:00Z' }) },
      },
    }),
  })
  expect((await user.get(SCANNER)).json).toEqual({
    collectedAt: '2026-05-01T10:00:30.000Z',
    nodes: ['192.0.2.1:9000', '192.0.2.2:9000'],
    silentNodes: ['192.0.2.4:9000', 'no address'],
    cycle: 0,
    startedAt: '2026-05-01T10:00:00.000Z',
    endedAt: '2026-05-01T10:00:20.000Z',
    lastSeconds: 20,
    betweenSeconds: 140,
    buckets: 3,
    paths: Array.from({ length: MAX_SCANNED_PATHS }, (_, index) => `/drive${index}/photos`),
    morePaths: 5,
    objects: { total: 900, lastMinute: 60 },
    versions: { total: 950, lastMinute: 0 },
    checked: 70,
    lifecycle: {
      ...NOTHING,
      expired: { total: 12, isRecent: true },
      transitioned: { total: 3, isRecent: false },
      other: { total: 1, isRecent: false },
    },
  } satisfies ScannerActivity)
})

test.each([
  ['nothing', ''],
  ['no JSON', 'scanner\n'],
  ['a line without an end', 'x'.repeat(3 * 1024 * 1024)],
])('a report with %s is reported as unreadable', async (_, report) => {
  const user = await aliceWithAnswers({ 'GET metrics': report })
  const { status, json } = await user.get(SCANNER)
  expect([status, json]).toMatchObject([502, { code: 'StorageUnreadable' }])
})

test('reports of odd fields have no figures instead of wrong ones', async () => {
  const user = await aliceWithAnswers({
    'GET metrics': line({
      hosts: 'a',
      aggregated: { scanner: { current_started: 'soon', active: [1, null], ilm_ops: [] } },
    }),
    'GET datausageinfo': { lastUpdate: 'never', bucketsUsageInfo: { a: null, b: { objectsReplicationInfo: 'no' } } },
  })
  const { collectedAt, ...rest } = (await user.get(SCANNER)).json as ScannerActivity
  expect(Date.parse(collectedAt)).toBeGreaterThan(0)
  expect(rest).toEqual({
    ...{ nodes: [], silentNodes: [], cycle: 0, startedAt: '', endedAt: '', lastSeconds: null, betweenSeconds: null },
    ...{ buckets: 0, paths: [], morePaths: 0, objects: COUNT, versions: null, checked: null, lifecycle: NOTHING },
  })
  expect((await user.get(USAGE)).json).toEqual({
    countedAt: '',
    replication: { pending: 0, pendingBytes: 0, failed: 0, failedBytes: 0 },
  })
})

test('what isn’t replicated is the sum of all targets of all buckets', async () => {
  const counted = (pending: number, failed: number) => ({
    objectsPendingReplicationCount: pending,
    objectsPendingReplicationTotalSize: pending * 10,
    objectsFailedReplicationCount: failed,
    objectsFailedReplicationTotalSize: failed * 10,
  })
  const user = await aliceWithAnswers({
    'GET datausageinfo': {
      lastUpdate: '2026-05-01T10:00:00Z',
      bucketsUsageInfo: {
        a: { ...counted(0, 0), objectsReplicationInfo: { 'arn:1': counted(2, 1), 'arn:2': counted(3, 0) } },
        old: { ...counted(4, 2), objectsReplicationInfo: null },
      },
    },
  })
  expect((await user.get(USAGE)).json).toEqual({
    countedAt: '2026-05-01T10:00:00.000Z',
    replication: { pending: 9, pendingBytes: 90, failed: 3, failedBytes: 30 },
  })
})

test('the queues of all nodes are added up, and odd lines are ignored', async () => {
  const metric = (name: string, node: string, value: string) => `minio_node_ilm_${name}{server="${node}"} ${value}`
  const user = await aliceWithAnswers({
    'GET /minio/v2/metrics/cluster': [
      '# HELP minio_node_ilm_expiry_pending_tasks Tasks',
      metric('expiry_pending_tasks', 'b:9000', '40'),
      metric('expiry_pending_tasks', 'a:9000', '2'),
      metric('expiry_pending_tasks', 'c:9000', 'NaN'),
      metric('transition_pending_tasks', 'a:9000', '1e3'),
      metric('other', 'd:9000', '1'),
      'minio_node_ilm_transition_active_tasks 5',
      'x'.repeat(2 * 1024 * 1024),
      '',
    ].join('\n'),
  })
  expect((await user.get(QUEUE)).json).toMatchObject({
    nodes: ['a:9000', 'b:9000'],
    expiryPending: 42,
    transitionPending: 1000,
    transitionActive: null,
  })
})

test('a server without these calls says so, by part', async () => {
  const user = await aliceWithAnswers({
    'GET metrics': new Refusal(501, 'NotImplemented'),
    'GET datausageinfo': { lastUpdate: '2026-05-01T10:00:00Z' },
  })
  expect((await user.get(SCANNER)).json).toMatchObject({ code: 'NotInThisSetup' })
  expect((await user.get(USAGE)).status).toBe(200)
})

test('a drive being healed has what was skipped and what is left; only old servers know what waits', async () => {
  const healing = (fields: object) => ({ endpoint: 'http://a:9000/d1', path: '/d1', state: 'ok', heal_info: fields })
  const user = await aliceWithAnswers({
    'POST background-heal/status': {
      ScannedItemsCount: 5,
      mrf: {
        'a:9000': { total_items: 10, items_healed: 4 },
        'b:9000': { total_items: 3, items_healed: 9 },
      },
      sets: [
        {
          disks: [
            healing({
              ...{ items_healed: 5, items_failed: 1, items_skipped: 2, bytes_done: 50, bytes_failed: 10 },
              ...{ bytes_skipped: 20, objects_total_count: 20, objects_total_size: 200, queued_buckets: ['a', 'b'] },
            }),
            healing({ queued_buckets: null }),
          ],
        },
      ],
    },
  })
  const { waiting, drives } = (await user.get('/api/v1/admin/heal')).json as BackgroundHeal
  expect(waiting).toBe(6)
  expect(drives).toMatchObject([
    { itemsHealed: 5, itemsFailed: 1, itemsSkipped: 2, bytesDone: 50, bytesSettled: 80, bucketsLeft: 2 },
    { itemsSkipped: 0, bytesSettled: 0, bucketsLeft: 0 },
  ])
})

test('changes of servers and drives are kept with the time when they were first seen, also by the dashboard', async () => {
  const clock = { now: Date.parse('2026-11-03T00:00:00Z') }
  const drive = (path: string, state = 'ok', healing = false) => ({ path, state, healing })
  const server = (endpoint: string, state: string, ...drives: object[]) => ({ endpoint, state, drives })
  let servers = [server('a:9000', 'online', drive('/d1'), drive('/d2')), server('b:9000', 'online', drive('/d3'))]
  const user = await aliceWithAnswers(
    { 'GET info': () => ({ servers }), 'GET /': NO_BUCKETS },
    { settings: { now: () => clock.now } },
  )
  const events = async () => ((await user.get(`${PATH}/drive-events`)).json as { items: DriveEvent[] }).items
  expect(await events(), 'the first look sees no changes').toEqual([])
  clock.now += 60_000
  servers = [server('a:9000', 'online', drive('/d1', 'offline'), drive('/d2')), server('b:9000', 'offline')]
  expect((await user.get('/api/v1/admin/info')).status).toBe(200)
  clock.now += 1_000
  const first = '2026-11-03T00:01:00.000Z'
  const ofFirst = [
    { time: first, server: 'a:9000', drive: '/d1', from: 'ok', to: 'offline' },
    { time: first, server: 'b:9000', drive: '', from: 'online', to: 'offline' },
  ]
  expect(await events()).toEqual(ofFirst)
  clock.now += 59_000
  servers = [
    server('a:9000', 'online', drive('/d1', 'ok', true), drive('constructor')),
    server('b:9000', 'online', drive('/d3')),
  ]
  const second = '2026-11-03T00:02:00.000Z'
  expect(await events()).toEqual([
    { time: second, server: 'a:9000', drive: '/d1', from: 'offline', to: 'healing' },
    { time: second, server: 'a:9000', drive: '/d2', from: 'ok', to: '' },
    { time: second, server: 'b:9000', drive: '', from: 'offline', to: 'online' },
    { time: second, server: 'a:9000', drive: 'constructor', from: '', to: 'ok' },
    ...ofFirst,
  ])
})

const NO_BUCKETS = '<ListAllMyBucketsResult><Buckets/></ListAllMyBucketsResult>'

/** What is kept of looks at servers, each a minute after the one before. */
async function looksAt(settings: object = {}) {
  const clock = { now: Date.parse('2026-11-03T00:00:00Z') }
  let servers: object[] = []
  const user = await aliceWithAnswers(
    { 'GET info': () => ({ servers }), 'GET /': NO_BUCKETS },
    { settings: { now: () => clock.now, ...settings } },
  )
  const look = async (...seen: object[]) => {
    servers = seen
    clock.now += 60_000
    const { items } = (await user.get(`${PATH}/drive-events`)).json as { items: DriveEvent[] }
    return items.map(({ server, drive, from, to }) => [server, drive, from, to].join(' '))
  }
  return { user, look }
}

test('a drive of a cluster that doesn’t respond has no path, and is still the same', async () => {
  const { look } = await looksAt()
  const seen = (...drives: object[]) => look({ endpoint: 'a:9000', state: 'online', drives })
  const drive = { endpoint: 'http://a:9000/d1', path: '/d1', state: 'ok' }
  await seen(drive)
  const first = await seen({ endpoint: drive.endpoint, state: 'offline' })
  expect(first).toEqual(['a:9000 /d1 ok offline'])
  expect(await seen(drive)).toEqual(['a:9000 /d1 offline ok', ...first])
})

test('drives of a server that was offline at the first look aren’t new', async () => {
  const { look } = await looksAt()
  const server = (state: string, ...paths: string[]) => ({
    ...{ endpoint: 'a:9000', state },
    drives: paths.map((path) => ({ path, state: 'ok' })),
  })
  await look(server('offline'))
  const back = await look(server('online', '/d1'))
  expect(back).toEqual(['a:9000  offline online'])
  expect(await look(server('online', '/d1', '/d2'))).toEqual(['a:9000 /d2  ok', ...back])
})

test('the latest events are kept, also of those that were seen at once', async () => {
  const { look } = await looksAt()
  const seen = (count: number, state: string) =>
    look({
      ...{ endpoint: 'a:9000', state: 'online' },
      drives: Array.from({ length: count }, (_, index) => ({ path: `/${index}${'x'.repeat(300)}`, state })),
    })
  await seen(MAX_DRIVE_EVENTS, 'ok')
  const many = await seen(MAX_DRIVE_EVENTS, 'offline')
  expect(many).toHaveLength(MAX_DRIVE_EVENTS)
  const more = await seen(MAX_DRIVE_EVENTS + 1, 'offline')
  expect(more).toHaveLength(MAX_DRIVE_EVENTS)
  expect(more[0]).toMatch(/^a:9000 \/200x+ {2}offline$/)
  expect(more[0]?.length).toBeLessThan(300)
  expect(more.slice(1)).toEqual(many.slice(0, -1))
  expect(await seen(MAX_DRIVE_EVENTS + 1, 'ok')).toHaveLength(MAX_DRIVE_EVENTS)
})

test('time lines that can’t be kept are in the way of no page', async () => {
  const dataDir = tempFolder('broken-store')
  onTestFinished(() => dataDir.remove())
  mkdirSync(join(dataDir.path, 'console.sqlite'))
  const { user } = await looksAt({ dataDir: dataDir.path })
  expect((await user.get('/api/v1/admin/info')).status).toBe(200)
  expect((await user.get(`${PATH}/drive-events`)).json).toMatchObject({ code: 'ConsoleStoreUnavailable' })
})
