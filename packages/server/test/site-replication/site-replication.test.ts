/** The engine has no site replication. A scripted server answers what no real one can be brought to: odd and hostile documents. */
import type { SiteCheck, SiteEntityDetails, SiteReplication, SiteResync, SiteStatus } from '@cooperage/contract'
import { targetKind } from '@cooperage/testkit'
import { expect, test } from 'vitest'
import { withConsole } from '../running-console.ts'
import { aliceWithAnswers, Refusal } from '../scripted-storage.ts'

const PATH = '/api/v1/admin/site-replication'
const KEYS = { accessKey: 'admin', secretKey: 'a-secret-key' }
const SITES = ['here', 'there'].map((name) => ({ ...KEYS, name, endpoint: 'http://127.0.0.1:1' }))

const given = await withConsole({ outboundLoopback: true })

if (targetKind() === 'engine') {
  test('each call says that the engine has no site replication', async () => {
    const user = await given.user()
    const session = (await user.get('/api/v1/session')).json as { features: string[] }
    expect(session.features).not.toContain('site-replication')
    for (const [method, path, json] of [
      ['GET', '', undefined],
      ['GET', '/status', undefined],
      ['GET', '/entity?entity=bucket&name=photos', undefined],
      ['GET', '/reach', undefined],
      ['GET', '/resync', undefined],
      ['POST', '/check', { sites: SITES }],
      ['POST', '/sites', { sites: SITES }],
      ['PUT', '/sites/x', { isSync: true }],
      ['POST', '/remove', { names: [] }],
      ['POST', '/resync', { deploymentId: 'x' }],
      ['DELETE', '/resync?deploymentId=x', undefined],
    ] as const) {
      const reply = await user.call(method, `${PATH}${path}`, json && { json })
      expect([path, reply.status, reply.json]).toMatchObject([
        path,
        501,
        { code: 'NotInThisSetup', message: 'The storage server doesn’t support site replication.' },
      ])
    }
  })
}

const WITH = (other: Partial<(typeof SITES)[number]>) => SITES.map((site) => ({ ...site, ...other }))

test.each([
  ['a single site', 'POST', '/sites', { sites: [SITES[0]] }],
  ['33 sites', 'POST', '/sites', { sites: Array(33).fill(SITES[0]) }],
  ['no secret key', 'POST', '/sites', { sites: WITH({ secretKey: '' }) }],
  ['no endpoint', 'POST', '/sites', { sites: WITH({ endpoint: '' }) }],
  ['an endpoint without a scheme', 'POST', '/sites', { sites: WITH({ endpoint: 'here:9000' }) }],
  ['an endpoint with keys', 'POST', '/sites', { sites: WITH({ endpoint: 'http://a:b@here' }) }],
  ['an endpoint with a path', 'POST', '/sites', { sites: WITH({ endpoint: 'http://here/path' }) }],
  ['a bandwidth below 0', 'PUT', '/sites/A', { bandwidth: -1 }],
  ['half a byte per second', 'PUT', '/sites/A', { bandwidth: 0.5 }],
  ['removal of a site without a name', 'POST', '/remove', { names: [''] }],
  ['removal of nothing', 'POST', '/remove', {}],
  ['a resync to nowhere', 'POST', '/resync', {}],
  ['an unknown entity', 'GET', '/entity?entity=tenant&name=x', undefined],
] as const)('refuses %s', async (_, method, path, json) => {
  const user = await aliceWithAnswers({ 'GET site-replication/info': GROUP })
  expect((await user.call(method, `${PATH}${path}`, json && { json })).status).toBe(400)
})

const GROUP = {
  enabled: true,
  name: 'a',
  sites: [
    { name: 'a', endpoint: 'http://127.0.0.1:1', deploymentID: 'A' },
    null,
    { name: 'x', endpoint: 'not an address', deploymentID: 'X', sync: 'enable', 'replicate-ilm-expiry': true },
  ],
}

test('a group with odd and missing fields is listed', async () => {
  const user = await aliceWithAnswers({ 'GET site-replication/info': GROUP })
  const nothing = { isSync: false, bandwidth: 0 }
  expect((await user.get(PATH)).json as SiteReplication).toEqual({
    items: [
      { ...nothing, name: 'a', endpoint: 'http://127.0.0.1:1', deploymentId: 'A', isHere: true },
      { ...nothing, name: '', endpoint: '', deploymentId: '', isHere: false },
      { name: 'x', endpoint: 'not an address', deploymentId: 'X', isHere: false, isSync: true, bandwidth: 0 },
    ],
    left: 0,
    contradictions: [{ kind: 'noDeployment', sites: [''] }],
    replicatesExpiry: true,
  })
})

const site = (deploymentID: string, name: string, endpoint = `http://${name}.test`) => ({
  deploymentID,
  name,
  endpoint,
})

test('a group in which sites can’t be told apart is listed once each, and says so', async () => {
  const listed = async (name: string, ...sites: object[]) => {
    const user = await aliceWithAnswers({ 'GET site-replication/info': { enabled: true, name, sites } })
    const { items, contradictions } = (await user.get(PATH)).json as SiteReplication
    return [items.map(({ deploymentId, isHere }) => `${deploymentId}${isHere ? ' here' : ''}`), contradictions]
  }
  const html = '<img src=x onerror=alert(1)>'
  expect(await listed('a', site('A', 'a'), site('B', 'b'), site('A', html))).toEqual([
    ['A here', 'B'],
    [{ kind: 'sameDeployment', sites: ['a', html] }],
  ])
  expect(await listed('a', site('A', 'a'), site('B', 'a', 'http://b.test'))).toEqual([
    ['A here', 'B'],
    [{ kind: 'sameName', sites: ['a', 'a'] }],
  ])
  expect(await listed('elsewhere', site('A', 'a'), site('B', 'b', 'http://a.test'))).toEqual([
    ['A', 'B'],
    [
      { kind: 'sameEndpoint', sites: ['a', 'b'] },
      { kind: 'noneHere', sites: ['elsewhere'] },
    ],
  ])
  expect(await listed('a', site('A', 'a'), site('B', 'b'))).toEqual([['A here', 'B'], []])
})

test('thousands of sites are cut, and only as many are asked about', async () => {
  const sites = Array.from({ length: 3000 }, (_, index) => site(`${index}`, 'x'.repeat(2000), 'http://127.0.0.1:1'))
  const asked = { count: 0 }
  const user = await aliceWithAnswers({
    'GET site-replication/info': { enabled: true, name: 'a', sites },
    'GET metrics': () => {
      asked.count++
      return {}
    },
  })
  const { items, left, contradictions } = (await user.get(PATH)).json as SiteReplication
  expect([items.length, left, contradictions.map(({ kind, sites }) => `${kind} ${sites.length}`)]).toEqual([
    32,
    2968,
    ['sameName 8', 'sameEndpoint 8', 'noneHere 1'],
  ])
  expect(((await user.get(`${PATH}/resync`)).json as { items: unknown[] }).items).toHaveLength(32)
  expect(asked.count).toBe(32)
})

test('a comparison that contradicts itself says so', async () => {
  const compared = async (status: object, sites = [site('A', 'a'), site('B', 'b')]) => {
    const user = await aliceWithAnswers({
      'GET site-replication/info': { enabled: true, name: 'a', sites },
      'GET site-replication/status': status,
    })
    return (await user.get(`${PATH}/status`)).json as SiteStatus
  }
  const two = { TotalBucketsCount: 2 }
  expect(await compared({ StatsSummary: { A: two, B: two } })).toMatchObject({ contradictions: [] })
  const three = { TotalBucketsCount: 3, TotalUsersCount: -7, TotalGroupsCount: 'many' }
  const apart = await compared({ StatsSummary: { A: two, B: three } })
  expect([apart.differences, apart.contradictions]).toEqual([[], [{ kind: 'notCounted', sites: [] }]])
  expect(apart.sites[1]?.counts).toEqual({ bucket: 3, policy: 0, user: 0, group: 0 })
  // Named differences are why counts differ.
  const named = { A: two, B: { TotalBucketsCount: 2 } }
  const missing = { photos: { A: { HasBucket: true }, B: {} } }
  expect(await compared({ StatsSummary: named, BucketStats: missing })).toMatchObject({ contradictions: [] })
  const strangers = await compared({
    StatsSummary: { A: two, B: two, __proto__x: two, '': two },
    Metrics: {
      replMetrics: {
        B: {
          isOnline: true,
          lastOnline: '9999-12-31T23:59:59Z',
          replicatedCount: -5,
          replicatedSize: 1e300,
          totalDowntime: -1e18,
        },
        Z: null,
      },
    },
  })
  expect(strangers.contradictions).toEqual([
    { kind: 'unlisted', sites: ['__proto__x'] },
    { kind: 'unlisted', sites: ['Z'] },
    { kind: 'future', sites: ['b'] },
  ])
  expect(strangers.sites[1]?.link).toMatchObject({
    replicated: 0,
    replicatedBytes: Number.MAX_SAFE_INTEGER,
    downtimeSeconds: 0,
  })
  const many = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`s${index}`, two]))
  const cut = await compared({ StatsSummary: { A: two, B: two, ...many } })
  expect(cut.contradictions).toHaveLength(8)
})

const TWO = { ...GROUP, sites: [GROUP.sites[0], GROUP.sites[2]] }
const COUNTED = { ReplicatedBuckets: 2, TotalBucketsCount: 2 }

test('differences name where something is missing, and what differs', async () => {
  const user = await aliceWithAnswers({
    'GET site-replication/info': TWO,
    'GET site-replication/status': {
      StatsSummary: { A: COUNTED, X: COUNTED },
      BucketStats: {
        photos: { A: { HasBucket: true, TagMismatch: true, Odd: true }, X: { HasBucket: true, TagMismatch: 'yes' } },
        constructor: { A: { HasBucket: true, QuotaCfgMismatch: true } },
      },
      PolicyStats: { readers: { A: { DeploymentID: '', PolicyMismatch: true }, X: { HasPolicy: true } } },
      UserStats: { alice: { A: { HasUser: true, UserInfoMismatch: true, PolicyMismatch: true }, X: null } },
      GroupStats: 'none',
      Metrics: { replMetrics: { X: { lastOnline: '0001-01-01T00:00:00Z', latency: { avg: 2.5e6 } } } },
    },
  })
  const counts = { bucket: 2, policy: 0, user: 0, group: 0 }
  const link = {
    isOnline: false,
    lastOnline: '',
    downtimeSeconds: 0,
    latencyMs: 2.5,
    replicated: 0,
    replicatedBytes: 0,
  }
  expect((await user.get(`${PATH}/status`)).json as SiteStatus).toEqual({
    sites: [
      { deploymentId: 'A', counts, link: null },
      {
        deploymentId: 'X',
        counts: { ...counts, bucket: 1 },
        link: { ...link, failed: 0, failedBytes: 0, failedLastHour: 0 },
      },
    ],
    silent: [],
    different: { bucket: 2, policy: 1, user: 1, group: 0 },
    differences: [
      { entity: 'bucket', name: 'constructor', missingOn: ['X'], differs: ['quota'] },
      { entity: 'bucket', name: 'photos', missingOn: [], differs: ['tags'] },
      { entity: 'policy', name: 'readers', missingOn: ['A'], differs: ['content'] },
      { entity: 'user', name: 'alice', missingOn: ['X'], differs: ['status', 'policies'] },
    ],
    left: 0,
    contradictions: [],
  })
})

test('nothing counts as compared while a site is silent, and thousands of differences are cut', async () => {
  const many = Object.fromEntries(
    Array.from({ length: 1200 }, (_, index) => [`b${index}`, { A: { TagMismatch: true } }]),
  )
  const answer = async (stats: object) => {
    const status = { StatsSummary: stats, BucketStats: many }
    const user = await aliceWithAnswers({ 'GET site-replication/info': TWO, 'GET site-replication/status': status })
    return (await user.get(`${PATH}/status`)).json as SiteStatus
  }
  const silent = await answer({ A: COUNTED, '': COUNTED })
  expect([silent.silent, silent.differences, silent.sites[0]?.counts]).toEqual([['X'], [], null])
  const { differences, left } = await answer({ A: COUNTED, X: COUNTED })
  expect([differences.length, left]).toEqual([1000, 200])
})

test('a site that has just stopped is the reason why nothing can be compared', async () => {
  const words = 'Error when requesting object layer backend (Get http://there: connection refused)'
  const user = await aliceWithAnswers({
    'GET site-replication/info': TWO,
    'GET site-replication/status': new Refusal(503, 'XMinioSiteReplicationBackendIssue', words),
  })
  expect((await user.get(`${PATH}/status`)).json).toMatchObject({
    code: 'SitesNotCompared',
    message:
      'The storage server couldn’t compare the sites: Get http://there: connection refused. Check that all sites are online, then try again.',
  })
})

test('the parts of an entity have the times at which they were changed here', async () => {
  const user = await aliceWithAnswers({
    'GET site-replication/status': {
      BucketStats: {
        photos: { A: { HasBucket: true, BucketMarkedDeleted: true }, X: { PolicyMismatch: true } },
      },
    },
    'GET site-replication/metainfo': {
      Buckets: {
        photos: {
          tagTimestamp: '2026-01-02T03:04:05Z',
          policyTimestamp: 'soon',
          quotaTimestamp: '0001-01-01T00:00:00Z',
        },
      },
    },
  })
  expect((await user.get(`${PATH}/entity?entity=bucket&name=photos`)).json as SiteEntityDetails).toEqual({
    sites: [
      { deploymentId: 'A', isThere: true, isDeleted: true },
      { deploymentId: 'X', isThere: false, isDeleted: false },
    ],
    isCompared: true,
    differs: ['bucketPolicy'],
    changedHere: [{ part: 'tags', at: '2026-01-02T03:04:05.000Z' }],
  })
})

test('nothing of an entity differs while a site is silent, and that site doesn’t count as one without it', async () => {
  const user = await aliceWithAnswers({
    'GET site-replication/status': {
      BucketStats: { photos: { '': { TagMismatch: true }, A: { HasBucket: true, PolicyMismatch: true } } },
    },
  })
  expect((await user.get(`${PATH}/entity?entity=bucket&name=photos`)).json as SiteEntityDetails).toEqual({
    sites: [{ deploymentId: 'A', isThere: true, isDeleted: false }],
    isCompared: false,
    differs: [],
    changedHere: [],
  })
})

test('an address that is none, or that the console may not connect to, isn’t checked', async () => {
  const states = async (sites: unknown[], settings: object) => {
    const user = await aliceWithAnswers({ 'GET site-replication/info': { ...GROUP, sites } }, { settings })
    const { items } = (await user.get(`${PATH}/reach`)).json as { items: { deploymentId: string; state: string }[] }
    return items.map(({ deploymentId, state }) => `${deploymentId} ${state}`)
  }
  const metadata = { name: 'm', endpoint: 'http://169.254.169.254', deploymentID: 'M' }
  const closed = { name: 'c', endpoint: 'http://127.0.0.1:1', deploymentID: 'C' }
  const open = { outboundLoopback: true }
  expect(await states([TWO.sites[1], metadata, closed], open)).toEqual(['X unchecked', 'M unchecked', 'C offline'])
  expect(await states([closed], { outboundLoopback: false })).toEqual(['C unchecked'])
})

test('a resync in a state of its own is unknown, and its odd fields are left out', async () => {
  const user = await aliceWithAnswers({
    'GET site-replication/info': TWO,
    'GET metrics': { aggregated: { siteResync: { resyncStatus: 'toString', failedBuckets: ['a', 7], bucket: null } } },
  })
  const { items } = (await user.get(`${PATH}/resync`)).json as { items: SiteResync[] }
  expect(items).toEqual([
    expect.objectContaining({ deploymentId: 'X', state: 'unknown', failedBuckets: ['a'], bucket: '', startedAt: '' }),
  ])
})

test('a resync that no bucket takes part in was canceled, as far as the visitor may see it', async () => {
  const resync = (resyncStatus: string) => ({ aggregated: { siteResync: { resyncStatus, resyncID: 'R1' } } })
  const of = async (status: string, targets: unknown) => {
    const user = await aliceWithAnswers({
      'GET site-replication/info': TWO,
      'GET metrics': resync(status),
      'GET list-remote-targets': targets,
    })
    const reply = await user.get(`${PATH}/resync`)
    return (reply.json as { items?: SiteResync[] }).items?.[0]?.wasCanceled ?? reply.status
  }
  const marked = (deploymentID: string, resetID?: string) => ({ deploymentID, resetID })
  const others = [null, 'odd', marked('Y', 'R1'), { deploymentID: {}, resetID: 7 }]
  expect(await of('Ongoing', [...others, marked('X', 'R1'), marked('X')])).toBe(false)
  expect(await of('Ongoing', [...others, marked('X'), marked('X', 'R2')])).toBe(true)
  expect(await of('Completed', [marked('X')])).toBe(true)
  expect(await of('Failed', [marked('X')])).toBe(false)
  expect(await of('Ongoing', others)).toBe(false)
  expect(await of('Ongoing', null)).toBe(false)
  expect(await of('Ongoing', new Refusal(403, 'AccessDenied'))).toBe(false)
  expect(await of('Ongoing', 'not JSON')).toBe(false)
})

test('the answers of another server are neither passed on nor believed', async () => {
  const liar = await aliceWithAnswers({
    'GET /': '<ListAllMyBucketsResult><Buckets></Buckets></ListAllMyBucketsResult>',
    'GET info': { deploymentID: 'x'.repeat(5000), servers: 'none' },
    'GET site-replication/info': { sites: Array(3000).fill({ deploymentID: {} }) },
    'GET site-replication/peer/idp-settings': { secret: 'of-the-other-server' },
  })
  const nested = await aliceWithAnswers({
    'GET /': '<ListAllMyBucketsResult><Buckets></Buckets></ListAllMyBucketsResult>',
    'GET site-replication/peer/idp-settings': '['.repeat(100_000) + ']'.repeat(100_000),
  })
  const page = await aliceWithAnswers({ 'GET info': '<html>of-the-other-server' })
  const user = await aliceWithAnswers(
    { 'GET site-replication/metainfo': { DeploymentID: 'A' } },
    { settings: { outboundLoopback: true } },
  )
  const sites = [liar, nested, page].map(({ storage }, index) => ({ ...KEYS, name: `${index}`, endpoint: storage.url }))
  const reply = await user.call('POST', `${PATH}/check`, { json: { sites } })
  const { here, items } = reply.json as { here: string; items: SiteCheck[] }
  expect(here).toBe('A')
  expect(items.map(({ failure }) => failure)).toEqual(['', '', expect.stringMatching(/./)])
  expect(reply.text).not.toContain('of-the-other-server')
  expect(reply.text).not.toContain('a-secret-key')
  expect(items[0]).toMatchObject({ deploymentId: 'x'.repeat(200), version: '', group: Array(32).fill('') })
})

test('nobody without the permission has the console connect anywhere', async () => {
  const user = await aliceWithAnswers(
    {},
    { settings: { outboundLoopback: true }, actions: ['admin:SiteReplicationInfo'] },
  )
  const reply = await user.call('POST', `${PATH}/check`, { json: { sites: SITES } })
  expect([reply.status, reply.json]).toMatchObject([
    403,
    { message: 'You don’t have permission to add or change sites (admin:SiteReplicationAdd on this server).' },
  ])
})

const invalid = (words: string) => new Refusal(400, 'XMinioSiteReplicationInvalidRequest', `Invalid (${words})`)

test.each<[string, string, string, Refusal]>([
  ['NoSiteReplication', 'POST', '/remove', invalid('site replication is not enabled')],
  ['NoSuchSite', 'POST', '/remove', new Refusal(404, 'XMinioSiteReplicationConfigMissingError')],
  ['SitesRefused', 'POST', '/remove', new Refusal(400, 'XMinioSiteReplicationPeerResp', `x (${'long '.repeat(200)})`)],
  ['NoSuchSite', 'POST', '/resync', invalid('peer not found')],
  ['SiteResyncRunning', 'POST', '/resync', invalid('site replication resync is already in progress')],
  ['SiteResyncRefused', 'POST', '/resync', new Refusal(500, 'InternalError', 'Try again. (all buckets resync failed)')],
  ['NoSiteResync', 'DELETE', '/resync?deploymentId=X', invalid('site replication resync is already canceled')],
])('%s: %s %s', async (code, method, path, refusal) => {
  const user = await aliceWithAnswers({
    'GET site-replication/info': TWO,
    'PUT site-replication/remove': refusal,
    'PUT site-replication/resync/op': refusal,
  })
  const json = path === '/remove' ? { names: ['x'] } : { deploymentId: 'X' }
  const reply = await user.call(method, `${PATH}${path}`, method === 'DELETE' ? undefined : { json })
  expect(reply.json).toMatchObject({ code })
  expect((reply.json as { message: string }).message.length).toBeLessThan(400)
})
