/** What the console's page of sites relies on, of three real MinIO servers. */
import { MinioSite, send } from '@cooperage/testkit'
import { afterAll, expect, test, vi } from 'vitest'
import { admin } from './iam-calls.ts'

const ID = expect.stringMatching(/^[\da-f-]{36}$/)
const NEVER = '0001-01-01T00:00:00Z'
const PATIENT = { timeout: 30_000, interval: 250 }
const OBJECTS = 20

interface Peer {
  name: string
  endpoint: string
  deploymentID: string
}

const sites = await Promise.all([MinioSite.start('amsterdam'), MinioSite.start('berlin'), MinioSite.start('cork')])
afterAll(() => Promise.all((sites ?? []).map((site) => site.stop())))

const call = (method: string, path: string, options: Parameters<typeof admin>[2] = {}, on = sites[0]) =>
  admin(method, `site-replication/${path}`, { ...options, on: on.server })
const add = (...list: MinioSite[]) =>
  call('PUT', 'add', {
    encrypted: list.map(({ withKeys: { endpoint, ...site } }) => ({ ...site, endpoints: endpoint })),
  })
const peers = async (on = sites[0]) => ((await call('GET', 'info', {}, on)).json as { sites?: Peer[] }).sites ?? []
async function peer(name: string): Promise<Peer> {
  const found = (await peers()).find((one) => one.name === name)
  if (found === undefined) throw new Error(`no site ${name}`)
  return found
}
const resync = (operation: string, plain: unknown) => call('PUT', 'resync/op', { query: { operation }, plain })
const put = (path: string, body = '') =>
  send({ url: sites[0].server.url, credentials: sites[0].server.root, method: 'PUT', path, body })

test('a server says which deployment it is only when it replicates', async () => {
  expect((await call('GET', 'info')).json).toEqual({ enabled: false })
  expect((await call('GET', 'metainfo')).json).toMatchObject({ DeploymentID: '' })
  expect((await call('GET', 'peer/idp-settings')).json).toMatchObject({
    LDAP: { IsLDAPEnabled: false },
    OpenID: { Enabled: false },
  })
})

test('only one site may have buckets, and it has to be asked', async () => {
  await put('/photos')
  for (let index = 0; index < OBJECTS; index++) await put(`/photos/${index}`, 'x'.repeat(100))
  const refused = '400 XMinioSiteReplicationInvalidRequest'
  const list = [sites[0], sites[1]].map(({ withKeys: { endpoint, ...site } }) => ({ ...site, endpoints: endpoint }))
  const asked = await call('PUT', 'add', { encrypted: list }, sites[1])
  expect([asked.outcome, asked.message]).toEqual([
    refused,
    expect.stringContaining('please send your request to the cluster containing data/buckets: amsterdam'),
  ])
  expect((await add(sites[1], sites[2])).outcome).toBe('503 XMinioSiteReplicationBackendIssue')
})

test('the address of a site is read from "endpoints", and further sites are added to the whole list', async () => {
  const named = await call('PUT', 'add', { encrypted: sites.map(({ withKeys }) => withKeys) })
  expect(named.outcome).toBe('400 XMinioSiteReplicationPeerResp')
  expect((await add(sites[0], sites[1])).json).toMatchObject({ success: true })
  const partly = await add(sites[0], sites[2])
  expect([partly.status, partly.message]).toEqual([400, expect.stringContaining('missing berlin')])
  expect((await add(...sites)).json).toMatchObject({ success: true })
  const unlimited = { bandwidthLimitPerBucket: 0, set: false, updatedAt: NEVER }
  expect((await call('GET', 'info')).json).toMatchObject({
    enabled: true,
    name: 'amsterdam',
    sites: sites.map(({ name, server: { url } }) => ({
      name,
      endpoint: url,
      deploymentID: ID,
      sync: '',
      defaultbandwidth: unlimited,
    })),
  })
  expect((await call('GET', 'metainfo')).json).toMatchObject({ DeploymentID: (await peer('amsterdam')).deploymentID })
})

test('the comparison has counts of each site, and what of one bucket is where', async () => {
  await vi.waitFor(async () => {
    const { json } = await call('GET', 'status', { query: { buckets: 'true', policies: 'true', metrics: 'true' } })
    const counted = { ReplicatedBuckets: 1, TotalBucketsCount: 1, ReplicatedIAMPolicies: 5, TotalIAMPoliciesCount: 5 }
    const ids = (await peers()).map(({ deploymentID }) => deploymentID)
    expect(json).toMatchObject({ StatsSummary: Object.fromEntries(ids.map((id) => [id, counted])), BucketStats: {} })
  }, PATIENT)
  const { deploymentID } = await peer('cork')
  const query = { entity: 'bucket', entityvalue: 'photos' }
  expect((await call('GET', 'status', { query })).json).toMatchObject({
    BucketStats: { photos: { [deploymentID]: { HasBucket: true, BucketMarkedDeleted: false, TagMismatch: false } } },
  })
  expect((await call('GET', 'metainfo', { query })).json).toMatchObject({
    Buckets: { photos: { bucketTimestamp: expect.stringMatching(/^20/), tagTimestamp: NEVER } },
  })
})

// Servers find the remote targets of a site by its endpoint.
test('a resync needs the endpoint beside the deployment ID, and reports its progress', async () => {
  const { deploymentID, name, endpoint } = await peer('cork')
  const status = async () => {
    const { json } = await admin('GET', 'metrics', {
      query: { types: '16', n: '1', 'by-depID': deploymentID },
      on: sites[0].server,
    })
    return (json as { aggregated: { siteResync?: { resyncStatus: string } } }).aggregated.siteResync
  }
  expect(await status()).toBeUndefined()
  const idle = await resync('cancel', { deploymentID })
  expect([idle.status, idle.message]).toEqual([400, expect.stringContaining('no resync in progress')])
  const nameless = await resync('start', { deploymentID })
  expect([nameless.outcome, nameless.message]).toEqual([
    '500 InternalError',
    expect.stringContaining('all buckets resync failed'),
  ])
  // It counts as running all the same.
  expect(await status()).toMatchObject({ resyncStatus: 'Ongoing', numBuckets: 1, replicationCount: 0 })
  const other = await peer('berlin')
  expect((await resync('start', other)).json).toMatchObject({ op: 'start', status: 'Ongoing', buckets: null })
  const again = await resync('start', { deploymentID, name, endpoint })
  expect([again.status, again.message]).toEqual([400, expect.stringContaining('already in progress')])
})

test('how a site is replicated to is a setting of this site, its address one of all', async () => {
  const { deploymentID } = await peer('berlin')
  const edit = (change: object) => call('PUT', 'edit', { encrypted: { deploymentID, ...change } })
  const limited = { bandwidthLimitPerBucket: 200_000_000, set: true }
  expect((await edit({ sync: 'enable', defaultbandwidth: limited })).json).toMatchObject({ success: true })
  expect(await peer('berlin')).toMatchObject({ sync: 'enable', defaultbandwidth: limited })
  const endpoint = sites[1].server.url.replace('127.0.0.1', 'localhost')
  expect((await edit({ endpoint })).json).toMatchObject({ success: true })
  await vi.waitFor(async () => {
    const seen = (await peers(sites[2])).find(({ name }) => name === 'berlin')
    expect(seen).toMatchObject({ endpoint, sync: '' })
  }, PATIENT)
  expect((await edit({ endpoint: sites[1].server.url })).json).toMatchObject({ success: true })
})

test('sites are removed by name, and all at once, also without one that is down', async () => {
  const remove = async (plain: unknown) => await call('PUT', 'remove', { plain })
  expect((await remove({ sites: ['nowhere'] })).outcome).toBe('400 XMinioSiteReplicationConfigMissingError')
  expect((await remove({ sites: ['cork'] })).json).toEqual({ status: expect.stringContaining('successfully') })
  expect((await call('GET', 'info', {}, sites[2])).json).toEqual({ enabled: false })
  await sites[1].pause()
  expect((await remove({ all: true })).json).toMatchObject({ errorDetail: expect.stringContaining('berlin') })
  expect((await call('GET', 'info')).json).toEqual({ enabled: false })
  await sites[1].resume()
  // It wasn't told. A server that starts loads its sites after its accounts.
  await vi.waitFor(async () => expect(await peers(sites[1])).toHaveLength(2), PATIENT)
})
