/** Three real MinIO servers that replicate with each other: how they are checked, compared, stopped, resynced and removed. */
import type { SiteCheck, SiteEntityDetails, SiteReplication, SiteResync, SiteStatus } from '@cooperage/contract'
import { accountsOf, allow, freePort, MinioSite, send, startMinio } from '@cooperage/testkit'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { startConsole } from '../running-console.ts'
import { signedIn } from '../visitor.ts'

const PATH = '/api/v1/admin/site-replication'
const OBJECTS = 40

const sites = await Promise.all([MinioSite.start('amsterdam'), MinioSite.start('berlin'), MinioSite.start('cork')])
const server = await startConsole(sites[0].server.url, { outboundLoopback: true })
const user = await signedIn(server.url, sites[0].server.root)
afterAll(async () => {
  await server.stop()
  await Promise.all((sites ?? []).map((site) => site.stop()))
})

const keys = () => sites.map(({ withKeys }) => withKeys)
const post = (path: string, json: unknown) => user.call('POST', `${PATH}/${path}`, { json })
const group = async () => (await user.get(PATH)).json as SiteReplication
const status = async () => (await user.get(`${PATH}/status`)).json as SiteStatus
const idOf = async (name: string) => (await group()).items.find((site) => site.name === name)?.deploymentId ?? ''
const put = (site: MinioSite, path: string, body = '') =>
  send({ url: site.server.url, credentials: site.server.root, method: 'PUT', path, body })
const has = async (site: MinioSite, path: string) =>
  (await send({ url: site.server.url, credentials: site.server.root, method: 'HEAD', path })).status === 200
async function resyncTo(deploymentId: string): Promise<SiteResync | undefined> {
  const { items } = (await user.get(`${PATH}/resync`)).json as { items: SiteResync[] }
  return items.find((one) => one.deploymentId === deploymentId)
}

test('without site replication there are no sites, and nothing to change', async () => {
  const session = (await user.get('/api/v1/session')).json as { pages: string[]; features: string[] }
  expect(session).toMatchObject({
    features: expect.arrayContaining(['site-replication']),
    pages: expect.arrayContaining(['/site-replication']),
  })
  expect(await group()).toEqual({ items: [], left: 0, contradictions: [], replicatesExpiry: false })
  expect(await status()).toMatchObject({ sites: [], silent: [], differences: [], left: 0, contradictions: [] })
  const none = { code: 'NoSiteReplication' }
  expect((await post('remove', { names: [] })).json).toMatchObject(none)
  expect((await post('resync', { deploymentId: 'x' })).json).toMatchObject(none)
})

test('each site is checked with its keys, which no log has', async () => {
  await put(sites[0], '/photos')
  const [here, berlin, cork] = keys()
  const nothing = { ...here, name: 'nothing', endpoint: `http://127.0.0.1:${await freePort()}` }
  const stranger = { ...cork, name: 'stranger', secretKey: 'a-secret-of-nobody' }
  const reply = await post('check', { sites: [here, berlin, nothing, stranger] })
  const { here: own, items } = reply.json as { here: string; items: SiteCheck[] }
  const fine = {
    failure: '',
    areKeysRefused: false,
    deploymentId: expect.stringMatching(/^[\w-]{36}$/),
    group: [],
    version: expect.any(String),
  }
  expect(items).toEqual([
    expect.objectContaining({ ...fine, name: 'amsterdam', deploymentId: own, buckets: 1 }),
    expect.objectContaining({ ...fine, name: 'berlin', buckets: 0 }),
    expect.objectContaining({ name: 'nothing', failure: expect.stringContaining('Nothing listens there.') }),
    expect.objectContaining({
      name: 'stranger',
      areKeysRefused: true,
      failure: expect.stringContaining('refused these keys'),
    }),
  ])
  expect(items[0]?.identity).toBe(items[1]?.identity)
  expect(items[1]?.deploymentId).not.toBe(own)
  expect(items[1]?.clockAheadSeconds).toBe(0)
  await post('sites', { sites: [here, stranger] })
  expect(server.log.join('')).not.toContain('a-secret-of-nobody')
})

test('a site that never answers is reported in time, beside the others', async () => {
  const thaw = sites[2].freeze()
  try {
    const { items } = (await post('check', { sites: keys() })).json as { items: SiteCheck[] }
    expect(items.map(({ failure }) => failure === '')).toEqual([true, true, false])
    expect(items[2]?.failure).toContain('respond in time')
  } finally {
    thaw()
  }
})

test('what the server refuses is said in its words', async () => {
  const [here, berlin, cork] = keys()
  const refused = async (...list: unknown[]) => (await post('sites', { sites: list })).json as { message: string }
  expect(await refused(here, { ...berlin, secretKey: 'wrong-wrong' })).toMatchObject({
    code: 'SitesRefused',
    message: expect.stringContaining('unable to fetch server info for berlin'),
  })
  expect(await refused(berlin, cork)).toMatchObject({ code: 'SitesRefused' })
  expect((await post('sites', { sites: [here] })).status).toBe(400)
})

test('two sites replicate, and a third one is added', async () => {
  const [here, berlin] = keys()
  for (let index = 0; index < OBJECTS; index++) await put(sites[0], `/photos/${index}`, 'x'.repeat(1000))
  expect((await post('sites', { sites: [here, berlin] })).json).toEqual({ isPartial: false, reason: '' })
  expect((await post('sites', { sites: keys() })).json).toEqual({ isPartial: false, reason: '' })
  expect((await group()).items).toEqual(
    sites.map(({ name, server: { url } }) => ({
      name,
      endpoint: url,
      deploymentId: expect.any(String),
      isHere: name === 'amsterdam',
      isSync: false,
      bandwidth: 0,
    })),
  )
  await vi.waitFor(async () => {
    const { sites: compared, silent, differences, contradictions } = await status()
    expect([silent, differences, contradictions]).toEqual([[], [], []])
    expect(compared.map(({ counts }) => counts?.bucket)).toEqual([1, 1, 1])
  }, PATIENT)
  await vi.waitFor(async () => expect(await has(sites[2], '/photos/1')).toBe(true), PATIENT)
  const checked = (await post('check', { sites: keys() })).json as { items: SiteCheck[] }
  expect(checked.items.map(({ group: members }) => members.length)).toEqual([3, 3, 3])
})

/** So many that a resync of them takes seconds. */
const MANY = 2_000
const QUICK = { timeout: 60_000, interval: 20 }
/** On a busy machine, for all of them. */
const VERY_PATIENT = { timeout: 180_000, interval: 500 }
const PATIENT = { timeout: 60_000, interval: 500 }

test('an account with one of the permissions sees and changes only that', async () => {
  const accounts = accountsOf(sites[0].server)
  const berlin = await idOf('berlin')
  const calls = [
    ['GET', '', undefined],
    ['GET', '/resync', undefined],
    ['POST', '/check', { sites: keys() }],
    ['POST', '/remove', { names: ['nowhere'] }],
    ['POST', '/resync', { deploymentId: 'nowhere' }],
    ['DELETE', `/resync?deploymentId=${berlin}`, undefined],
  ] as const
  const seen: Record<string, number[]> = {}
  for (const action of ['Info', 'Add', 'Remove', 'Resync']) {
    const one = await signedIn(server.url, await accounts.allowed(allow([`admin:SiteReplication${action}`])))
    seen[action] = []
    for (const [method, path, json] of calls) {
      const reply = await one.call(method, `${PATH}${path}`, json && { json })
      seen[action].push(reply.status)
      if (reply.status === 403) expect(reply.json).toMatchObject({ message: expect.stringContaining('on this server') })
    }
  }
  expect(seen).toEqual({
    Info: [200, 403, 403, 403, 404, 403],
    Add: [403, 403, 403, 403, 403, 403],
    Remove: [403, 403, 403, 404, 403, 403],
    Resync: [403, 403, 403, 403, 403, 403],
  })
})

test('who may see the sites and change one thing of them changes that, and nothing else', async () => {
  const accounts = accountsOf(sites[0].server)
  const [berlin, cork] = [await idOf('berlin'), await idOf('cork')]
  const calls = {
    Resync: ['POST', '/resync', { deploymentId: berlin }],
    // Of a site that isn't there, so that nothing is removed.
    Remove: ['POST', '/remove', { names: ['nowhere'] }],
    Add: ['PUT', `/sites/${cork}`, { isSync: false }],
  } as const
  const seen: Record<string, number[]> = {}
  for (const right of ['Resync', 'Remove', 'Add']) {
    const actions = ['Info', right].map((name) => `admin:SiteReplication${name}`)
    const one = await signedIn(server.url, await accounts.allowed(allow(actions)))
    expect((await one.get(PATH)).status).toBe(200)
    seen[right] = []
    for (const [method, path, json] of Object.values(calls)) {
      seen[right].push((await one.call(method, `${PATH}${path}`, { json })).status)
    }
  }
  expect(seen).toEqual({ Resync: [200, 403, 403], Remove: [403, 404, 403], Add: [403, 403, 200] })
})

test('a site is replicated to synchronously and within a bandwidth, and its address is changed', async () => {
  const id = await idOf('berlin')
  const edit = async (json: unknown, of = id) => (await user.call('PUT', `${PATH}/sites/${of}`, { json })).json
  expect(await edit({ isSync: true, bandwidth: 200_000_000 })).toEqual({ isPartial: false })
  const berlin = async () => (await group()).items.find(({ name }) => name === 'berlin')
  expect(await berlin()).toMatchObject({ isSync: true, bandwidth: 200_000_000 })
  expect(await edit({ isSync: false, bandwidth: 0 })).toEqual({ isPartial: false })
  const renamed = sites[1].server.url.replace('127.0.0.1', 'localhost')
  expect(await edit({ endpoint: renamed })).toEqual({ isPartial: false })
  expect(await berlin()).toMatchObject({ isSync: false, bandwidth: 0, endpoint: renamed })
  expect(await edit({ endpoint: sites[2].server.url })).toMatchObject({
    code: 'SitesRefused',
    message: expect.stringContaining('does not belong to deployment expected'),
  })
  expect(await edit({ isSync: true }, await idOf('amsterdam'))).toMatchObject({ code: 'SitesRefused' })
  expect(await edit({ isSync: true }, 'elsewhere')).toMatchObject({ code: 'NoSuchSite' })
  expect(await edit({ endpoint: sites[1].server.url })).toEqual({ isPartial: false })
})

test('a stopped site is named, gets what it missed when it is back, and is resynced', async () => {
  const cork = await idOf('cork')
  const reached = async () => (await user.get(`${PATH}/reach`)).json
  const online = (id: string) => ({ deploymentId: id, state: 'online' })
  const linkToCork = async () => (await status()).sites.find(({ deploymentId }) => deploymentId === cork)?.link
  // Servers check their connections from time to time; one that was never online has no such time.
  await put(sites[0], '/photos/before', 'x')
  await vi.waitFor(async () => expect((await linkToCork())?.lastOnline).toMatch(/^20/), PATIENT)
  await sites[2].pause()
  for (let index = 0; index < OBJECTS; index++) await put(sites[0], `/photos/missed-${index}`, 'x')
  await vi.waitFor(async () => expect((await status()).silent).toEqual([cork]), PATIENT)
  const { sites: compared, differences } = await status()
  expect([differences, compared.map(({ counts }) => counts)]).toEqual([[], [null, null, null]])
  await vi.waitFor(async () => {
    const link = await linkToCork()
    expect(link).toMatchObject({ isOnline: false, lastOnline: expect.stringMatching(/^20/) })
    expect(link?.failed).toBeGreaterThan(0)
  }, PATIENT)
  const berlin = await idOf('berlin')
  expect(await reached()).toEqual({ items: [online(berlin), { deploymentId: cork, state: 'offline' }] })

  await sites[2].resume()
  expect(await reached()).toEqual({ items: [online(berlin), online(cork)] })
  await vi.waitFor(async () => expect((await status()).silent).toEqual([]), PATIENT)
  expect(await resyncTo(cork)).toMatchObject({ state: 'none', startedAt: '', replicated: 0 })
  // While the server still takes it for offline, no bucket can be started, and it calls that running until it is restarted.
  await vi.waitFor(async () => expect(await linkToCork()).toMatchObject({ isOnline: true }), PATIENT)
  expect((await post('resync', { deploymentId: cork })).json).toEqual({ failures: [] })
  await vi.waitFor(async () => expect(await resyncTo(cork)).toMatchObject({ state: 'complete', failed: 0 }), PATIENT)
  const done = await resyncTo(cork)
  expect(done?.replicated).toBeGreaterThanOrEqual(2 * OBJECTS)
  expect(done).toMatchObject({ buckets: 1, failedBuckets: [], bucket: 'photos', wasCanceled: false })
  expect(await has(sites[2], `/photos/missed-${OBJECTS - 1}`)).toBe(true)
  expect((await user.call('DELETE', `${PATH}/resync?deploymentId=${cork}`)).json).toMatchObject({
    code: 'NoSiteResync',
  })
})

test('a resync that is canceled counts as canceled, whatever the server says, and can be ended', async () => {
  const berlin = await idOf('berlin')
  const start = async () => (await post('resync', { deploymentId: berlin })).json
  const cancel = () => user.call('DELETE', `${PATH}/resync?deploymentId=${berlin}`)
  const names = Array.from({ length: MANY }, (_, index) => `/photos/many-${index}`)
  await Promise.all(
    Array.from({ length: 16 }, async () => {
      for (let name = names.pop(); name !== undefined; name = names.pop()) await put(sites[0], name, 'x')
    }),
  )
  expect(await start()).toEqual({ failures: [] })
  await vi.waitFor(async () => {
    const running = await resyncTo(berlin)
    expect(running).toMatchObject({ state: 'running', wasCanceled: false })
    expect(running?.replicated).toBeGreaterThan(0)
  }, QUICK)
  expect((await cancel()).status).toBe(204)
  // Servers don't report it as canceled, and mostly send everything.
  const canceled = await resyncTo(berlin)
  expect(canceled).toMatchObject({ state: expect.stringMatching(/^(running|complete)$/), wasCanceled: true })
  // It may be complete by now.
  if (canceled?.state === 'running')
    expect([undefined, 'SiteResyncRunning']).toContain(((await start()) as { code?: string }).code)
  const reader = await accountsOf(sites[0].server).allowed(allow(['admin:SiteReplicationInfo', 'admin:ServerInfo']))
  const { items } = (await (await signedIn(server.url, reader)).get(`${PATH}/resync`)).json as { items: SiteResync[] }
  expect(items.map(({ wasCanceled }) => wasCanceled)).toEqual([false, false])

  // It is complete, or there is no more progress. Servers save what they report every ten seconds, also over a cancellation.
  await vi.waitFor(async () => {
    const { state, updatedAt = '' } = (await resyncTo(berlin)) ?? {}
    expect(state === 'complete' || Date.parse(updatedAt) < Date.now() - 15_000).toBe(true)
  }, VERY_PATIENT)
  if ((await resyncTo(berlin))?.state !== 'complete') {
    expect((await cancel()).status).toBe(204)
    await sites[0].pause()
    await sites[0].resume()
    // A server that starts loads its sites after its accounts.
    await vi.waitFor(async () => expect((await group()).items).toHaveLength(3), PATIENT)
    await vi.waitFor(async () => expect((await status()).silent).toEqual([]), PATIENT)
  }
  expect(await start()).toEqual({ failures: [] })
  await vi.waitFor(async () => {
    expect(await resyncTo(berlin)).toMatchObject({ state: 'complete', wasCanceled: false })
  }, VERY_PATIENT)
})

test('a site that hangs doesn’t hang the console', async () => {
  const thaw = sites[1].freeze()
  onTestFinished(thaw)
  expect((await user.get(`${PATH}/status`)).json).toMatchObject({ code: 'StorageTimeout' })
  expect((await group()).items).toHaveLength(3)
  const berlin = await idOf('berlin')
  const { items } = (await user.get(`${PATH}/reach`)).json as { items: { deploymentId: string; state: string }[] }
  expect(items.find(({ deploymentId }) => deploymentId === berlin)?.state).toBe('offline')
})

test('says of a bucket what is where, and when it was changed here', async () => {
  await vi.waitFor(async () => expect((await status()).silent).toEqual([]), PATIENT)
  const details = (await user.get(`${PATH}/entity?entity=bucket&name=photos`)).json as SiteEntityDetails
  expect(details.sites).toHaveLength(3)
  expect(details.sites.every(({ isThere, isDeleted }) => isThere && !isDeleted)).toBe(true)
  expect([details.isCompared, details.differs]).toEqual([true, []])
  expect(details.changedHere).toContainEqual({ part: 'created', at: expect.stringMatching(/^20/) })
  expect((await user.get(`${PATH}/entity?entity=user&name=nobody`)).json).toEqual({
    sites: [],
    isCompared: true,
    differs: [],
    changedHere: [],
  })
})

test('a site is removed with what it has, and then all', async () => {
  expect((await post('remove', { names: ['nowhere'] })).json).toMatchObject({ code: 'NoSuchSite' })
  expect((await post('remove', { names: ['cork'] })).json).toEqual({ isPartial: false, reason: '' })
  expect((await group()).items.map(({ name }) => name)).toEqual(['amsterdam', 'berlin'])
  expect(await has(sites[2], '/photos/1')).toBe(true)
  await sites[1].pause()
  const removed = (await post('remove', { names: [] })).json
  expect(removed).toEqual({
    isPartial: true,
    reason: expect.stringMatching(/^unable to (update peer|create admin client for) berlin/),
  })
  expect((await group()).items).toEqual([])
  await sites[1].resume()
})

test('a group of which a site has buckets can’t be joined by another that has some', async () => {
  const filled = await startMinio()
  onTestFinished(() => filled.stop())
  await send({ url: filled.url, credentials: filled.root, method: 'PUT', path: '/others' })
  const other = { name: 'dublin', endpoint: filled.url, ...filled.root }
  const list = [keys()[0], other]
  const { items } = (await post('check', { sites: list })).json as { items: SiteCheck[] }
  expect(items.map(({ buckets }) => buckets)).toEqual([1, 1])
  expect((await post('sites', { sites: list })).json).toMatchObject({
    code: 'SitesRefused',
    message: expect.stringContaining('only one cluster may have data'),
  })
})
