/** Replication between two real MinIO servers. */
import { permissionError } from '@cooperage/contract'
import {
  accountsOf,
  allow,
  freePort,
  type StorageServer,
  send,
  silentServer,
  startMinio,
  texts,
  uniqueName,
  waitUntil,
} from '@cooperage/testkit'
import { afterAll, expect, test } from 'vitest'
import { withConsole } from '../running-console.ts'
import { type Visitor, visitor } from '../visitor.ts'

const given = await withConsole()

const remote = await startMinio()
afterAll(() => remote.stop())

const VERSIONED = '<VersioningConfiguration><Status>Enabled</Status></VersioningConfiguration>'

/** A new versioned bucket, created without the console. */
async function versioned(at: StorageServer, headers: Record<string, string> = {}): Promise<string> {
  const bucket = await unversioned(at, headers)
  const query = { versioning: '' }
  await send({ url: at.url, credentials: at.root, method: 'PUT', bucket, query, body: VERSIONED })
  return bucket
}

async function unversioned(at: StorageServer, headers: Record<string, string> = {}): Promise<string> {
  const bucket = uniqueName(at === remote ? 'copy' : 'origin')
  const { status } = await send({ url: at.url, credentials: at.root, method: 'PUT', bucket, headers })
  expect(status).toBe(200)
  return bucket
}

/** A request to one of the servers as root. */
const at = (
  server: StorageServer,
  method: string,
  bucket: string,
  key = '',
  query: Record<string, string> = {},
  body = '',
) => send({ url: server.url, credentials: server.root, method, bucket, ...(key !== '' && { key }), query, body })

interface State {
  originBucket: string
  targetBucket: string
  errorString: string
}

async function replicate(user: Visitor, pairs: [string, string][], json: object = {}): Promise<State[]> {
  const bucketsRelation = pairs.map(([originBucket, destinationBucket]) => ({ originBucket, destinationBucket }))
  const body = { ...remote.root, targetURL: remote.url, bucketsRelation, ...json }
  const reply = await user.call('POST', '/api/v1/buckets-replication', { json: body })
  expect([reply.status, reply.text]).toEqual([200, expect.not.stringContaining(remote.root.secretKey)])
  return (reply.json as { replicationState: State[] }).replicationState
}

/** The messages for one pair, '' if it was set up. */
const sentence = async (user: Visitor, pair: [string, string], json: object = {}) =>
  (await replicate(user, [pair], json))[0]?.errorString

interface Rule {
  id: string
  priority: number
  destination: { bucket: string }
  [field: string]: unknown
}
const pathOf = (bucket: string) => `/api/v1/buckets/${bucket}/replication`
const rulesOf = async (user: Visitor, bucket: string) =>
  ((await user.get(pathOf(bucket))).json as { rules: Rule[] }).rules

/** The remote targets of a bucket as the storage server lists them. */
async function targetsOf(bucket: string): Promise<Record<string, unknown>[]> {
  const { url, root } = given.storage
  const path = '/minio/admin/v3/list-remote-targets'
  const query = { bucket, type: 'replication' }
  const { text } = await send({ url, credentials: root, method: 'GET', path, query, region: '' })
  return JSON.parse(text) ?? []
}

const arrives = (what: string, check: () => Promise<boolean>) =>
  waitUntil(what, check, { deadlineMs: 50_000, everyMs: 100 })
const isThere = async (bucket: string, key: string) => (await at(remote, 'GET', bucket, key)).status === 200
const versionsThere = async (bucket: string) => (await at(remote, 'GET', bucket, '', { versions: '' })).text

test('replicates objects, deletes and delete markers of the prefix only, with the settings of the rule', {
  timeout: 180_000,
}, async () => {
  const user = await given.user()
  const [origin, copy] = [await versioned(given.storage), await versioned(remote)]
  const json = { prefix: 'docs/', bandwidth: 200_000_000, healthCheckPeriod: 90, replicateMetadata: true }
  expect(await replicate(user, [[origin, copy]], json)).toEqual([
    { originBucket: origin, targetBucket: copy, errorString: '' },
  ])
  expect(await targetsOf(origin)).toMatchObject([
    { targetbucket: copy, replicationSync: false, bandwidthlimit: 200_000_000, healthCheckDuration: 90_000_000_000 },
  ])
  expect(await rulesOf(user, origin)).toEqual([
    {
      id: expect.any(String),
      priority: 1,
      status: 'Enabled',
      destination: { bucket: expect.stringMatching(new RegExp(`^arn:minio:replication:.*:${copy}$`)) },
      prefix: 'docs/',
      tags: '',
      delete_marker_replication: true,
      deletes_replication: true,
      metadata_replication: true,
      existingObjects: false,
      storageClass: '',
      target: {
        endpoint: new URL(remote.url).host,
        secure: false,
        bucket: copy,
        region: '',
        syncMode: 'async',
        bandwidth: 200_000_000,
        healthCheckPeriod: 90,
        online: expect.any(Boolean),
        lastOnline: expect.any(String),
      },
    },
  ])

  for (const key of ['other.txt', 'docs/a.txt', 'docs/b.txt'])
    await at(given.storage, 'PUT', origin, key, {}, `of ${key}`)
  for (const key of ['docs/a.txt', 'docs/b.txt']) await arrives(key, () => isThere(copy, key))
  expect((await at(remote, 'GET', copy, 'docs/a.txt')).text).toBe('of docs/a.txt')
  expect(await isThere(copy, 'other.txt')).toBe(false)

  await at(given.storage, 'DELETE', origin, 'docs/a.txt')
  await arrives('the delete marker', async () => (await versionsThere(copy)).includes('<DeleteMarker>'))
  expect(await isThere(copy, 'docs/a.txt')).toBe(false)

  const [versionId = ''] = [(await at(given.storage, 'HEAD', origin, 'docs/b.txt')).headers['x-amz-version-id']]
  await at(given.storage, 'DELETE', origin, 'docs/b.txt', { versionId })
  await arrives('the deleted version', async () => !texts(await versionsThere(copy), 'Key').includes('docs/b.txt'))
})

test('the calls of the specification: a rule with every field is set up, listed and deleted', async () => {
  const user = await given.user()
  const [originBucket, destinationBucket] = [await versioned(given.storage), await versioned(remote)]
  const json = {
    ...remote.root,
    targetURL: remote.url,
    region: '',
    bucketsRelation: [{ originBucket, destinationBucket }],
    syncMode: 'async',
    bandwidth: 107_374_182_400,
    healthCheckPeriod: 60,
    prefix: 'p/',
    tags: 'k=v&k2=v2',
    replicateDeleteMarkers: true,
    replicateDeletes: false,
    replicateMetadata: true,
  }
  const made = await user.call('POST', '/api/v1/buckets-replication', { json })
  expect([made.status, made.json]).toEqual([
    200,
    { replicationState: [{ originBucket, targetBucket: destinationBucket, errorString: '' }] },
  ])
  const listed = await user.get(`/api/v1/buckets/${originBucket}/replication`)
  const { rules } = listed.json as { rules: Rule[] }
  expect(rules).toMatchObject([
    {
      id: expect.any(String),
      priority: 1,
      destination: { bucket: expect.stringContaining(destinationBucket) },
      prefix: 'p/',
      tags: 'k=v&k2=v2',
      status: 'Enabled',
      delete_marker_replication: true,
      deletes_replication: false,
      metadata_replication: true,
    },
  ])
  const { status } = await user.call('DELETE', `/api/v1/buckets/${originBucket}/replication/${rules[0]?.id}`)
  expect(status).toBe(204)
  expect((await user.get(`/api/v1/buckets/${originBucket}/replication`)).json).toEqual({ rules: [] })
})

test('sets up the valid ones of several pairs, and reports why the others failed', async () => {
  const user = await given.user()
  const origins = [
    await versioned(given.storage),
    await unversioned(given.storage),
    await versioned(given.storage),
    await versioned(given.storage),
  ]
  const [good = '', plain = '', third = '', fourth = ''] = origins
  const [copy, flat, last] = [await versioned(remote), await unversioned(remote), await versioned(remote)]
  const host = new URL(remote.url).host
  const pairs: [string, string][] = [
    [good, copy],
    [plain, copy],
    [third, flat],
    [third, 'no-such-copy'],
    ['no-such-origin', copy],
    [fourth, last],
  ]
  const states = await replicate(user, pairs, { syncMode: 'sync', bandwidth: 200_000_000 })
  expect(states.map(({ originBucket, targetBucket }) => [originBucket, targetBucket])).toEqual(pairs)
  expect(states.map(({ errorString }) => errorString)).toEqual([
    '',
    `The bucket ${plain} isn’t versioned. Turn on versioning, then try again.`,
    `The bucket ${flat} at ${host} isn’t versioned. Turn on versioning there, then try again.`,
    `The bucket no-such-copy doesn’t exist at ${host}, or these keys may not see it. Create it there with versioning, or choose another.`,
    'The bucket no-such-origin doesn’t exist.',
    '',
  ])
  // With sync, writes wait whatever the bandwidth.
  for (const origin of [good, fourth]) {
    expect(await targetsOf(origin)).toEqual([expect.objectContaining({ replicationSync: true })])
    expect(await rulesOf(user, origin)).toMatchObject([{ target: { syncMode: 'sync', bandwidth: 0 } }])
  }
  for (const origin of [plain, third]) {
    expect([await targetsOf(origin), await rulesOf(user, origin)]).toEqual([[], []])
  }
  // Recorded after the response, with each partial failure.
  const record = await waitUntil('the audit trail', () =>
    given.server.log.find((line) => line.includes('"call":"buckets.setReplication"') && line.includes(plain)),
  )
  expect(JSON.parse(record)).toMatchObject({ audit: { outcome: 'refused', request: { secretKey: '[redacted]' } } })
  expect(given.server.log.join('\n')).not.toContain(remote.root.secretKey)
})

test('keeps all rules that are created concurrently, with different priorities', async () => {
  const user = await given.user()
  const [origin, copy] = [await versioned(given.storage), await versioned(remote)]
  const prefixes = ['a/', 'b/', 'c/', 'd/']
  const made = await Promise.all(prefixes.map((prefix) => sentence(user, [origin, copy], { prefix, tags: 'k=v&l=' })))
  expect(made).toEqual(['', '', '', ''])
  const rules = await rulesOf(user, origin)
  expect(rules.map(({ prefix }) => prefix).sort()).toEqual(prefixes)
  expect(rules.map(({ priority }) => priority).sort()).toEqual([1, 2, 3, 4])
  expect(rules.map(({ tags }) => tags)).toEqual(Array(4).fill('k=v&l='))
  expect(await targetsOf(origin)).toHaveLength(1)
})

test('deletes the remote target with its last rule, and keeps other rules unchanged', async () => {
  const user = await given.user()
  const [origin, copy, other] = [await versioned(given.storage), await versioned(remote), await versioned(remote)]
  for (const [target, prefix] of [
    [copy, 'a/'],
    [copy, 'b/'],
    [other, 'c/'],
  ] as const) {
    // A server can be a target of a bucket only once; by another name it counts as another one.
    const targetURL = target === copy ? remote.url : remote.url.replace('127.0.0.1', 'localhost')
    expect(await sentence(user, [origin, target], { prefix, tags: 'k=v', targetURL })).toBe('')
  }
  const stored = async () => (await at(given.storage, 'GET', origin, '', { replication: '' })).text.split('</Rule>')
  const before = await stored()
  const [first, second, third] = await rulesOf(user, origin)
  const bucketsOfTargets = async () => (await targetsOf(origin)).map(({ targetbucket }) => targetbucket).sort()

  expect((await user.call('PUT', `${pathOf(origin)}/${first?.id}`, { json: { status: 'Disabled' } })).status).toBe(204)
  expect(await rulesOf(user, origin)).toMatchObject([
    { ...first, status: 'Disabled' },
    { id: second?.id },
    { id: third?.id },
  ])
  expect((await stored()).slice(1)).toEqual(before.slice(1))

  expect((await user.call('DELETE', `${pathOf(origin)}/${first?.id}`)).status).toBe(204)
  expect(await bucketsOfTargets()).toEqual([copy, other].sort())
  expect((await user.call('DELETE', `${pathOf(origin)}/${second?.id}`)).status).toBe(204)
  expect(await bucketsOfTargets()).toEqual([other])
  expect((await stored())[0]?.slice((await stored())[0]?.indexOf('<ID>'))).toBe(
    before[2]?.slice(before[2].indexOf('<ID>')),
  )

  expect((await user.call('DELETE', `${pathOf(origin)}/${third?.id}`)).status).toBe(204)
  expect([await rulesOf(user, origin), await targetsOf(origin)]).toEqual([[], []])
})

test('leaves no remote target behind if the server rejects the rule', async () => {
  const [origin, copy] = [await versioned(given.storage), await versioned(remote)]
  const user = visitor(given.server.url)
  await user.signIn(
    await accountsOf(given.storage).allowed(allow(['s3:GetReplicationConfiguration', 's3:ListBucket'], origin), {
      Effect: 'Allow',
      Action: ['admin:SetBucketTarget', 'admin:GetBucketTarget'],
    }),
  )
  expect(await sentence(user, [origin, copy])).toBe(permissionError('s3:PutReplicationConfiguration', origin))
  expect(await targetsOf(origin)).toEqual([])
})

test('names what stays and the missing permission to change remote targets', async () => {
  const root = await given.user()
  const [origin, copy, other] = [await versioned(given.storage), await versioned(remote), await versioned(remote)]
  const elsewhere = remote.url.replace('127.0.0.1', 'localhost')
  expect(await sentence(root, [origin, copy])).toBe('')
  expect(await sentence(root, [origin, other], { prefix: 'b/', targetURL: elsewhere })).toBe('')
  const [first, second] = await rulesOf(root, origin)

  const reader = visitor(given.server.url)
  await reader.signIn(await accountsOf(given.storage).allowed(allow(['s3:GetReplicationConfiguration'], origin)))
  const refused = await reader.call('DELETE', `${pathOf(origin)}/${first?.id}`)
  const lacks = (action: string) => permissionError(action, origin)
  expect([refused.status, refused.json]).toMatchObject([403, { message: lacks('s3:PutReplicationConfiguration') }])
  // The ARNs of the rules still contain their destinations.
  expect(await rulesOf(reader, origin)).toMatchObject([
    { destination: first?.destination, target: { endpoint: '' } },
    { destination: second?.destination, target: { endpoint: '' } },
  ])

  const writer = visitor(given.server.url)
  const actions = ['s3:GetReplicationConfiguration', 's3:PutReplicationConfiguration']
  await writer.signIn(await accountsOf(given.storage).allowed(allow(actions, origin)))
  const left = await writer.call('DELETE', `${pathOf(origin)}/${first?.id}`)
  expect(left.refusal).toBe(
    `409 RemoteTargetLeft: The rule was deleted, but its remote target wasn’t. ${lacks('admin:SetBucketTarget')}`,
  )
  expect(await rulesOf(root, origin)).toMatchObject([{ id: second?.id }])
  expect(await targetsOf(origin)).toHaveLength(2)
  // With the last rule the server deletes all targets itself.
  expect((await writer.call('DELETE', `${pathOf(origin)}/${second?.id}`)).status).toBe(204)
  expect(await targetsOf(origin)).toEqual([])
})

test('explains why a remote target is invalid and what to do', { timeout: 120_000 }, async () => {
  const user = await given.user()
  const [origin, copy] = [await versioned(given.storage), await versioned(remote)]
  const host = new URL(remote.url).host
  const messageFor = (json: object, to = copy) => sentence(user, [origin, to], json)
  expect(await messageFor({ bandwidth: 99_999_999 })).toBe(
    'The bandwidth is too low. Allow at least 100 MB (100,000,000 bytes) per second, or 0 for no limit.',
  )
  expect(await messageFor({ secretKey: 'not-the-right-secret' })).toBe(
    `The storage server at ${host} refused these keys. Check them and try again.`,
  )
  const unreachable = `127.0.0.1:${await freePort()}`
  expect(await messageFor({ targetURL: `http://${unreachable}` })).toBe(
    `The storage server could not reach ${unreachable}. Check the address, the port, the keys and whether it uses TLS.`,
  )
  expect(await messageFor({ targetURL: remote.url.replace('http:', 'https:') })).toBe(
    `The storage server could not establish a TLS connection to ${host}. Check that it uses TLS. If a private authority issued its certificate, the storage server must trust that authority: for MinIO, copy the authority’s certificate to certs/CAs; for the embedded engine, set COOPERAGE_CA_FILE.`,
  )
  expect(await messageFor({ targetURL: given.storage.url, ...given.storage.root }, origin)).toBe(
    `The bucket ${origin} can’t be replicated to itself. Choose another bucket or another server.`,
  )
  expect([await targetsOf(origin), await rulesOf(user, origin)]).toEqual([[], []])

  expect(await messageFor({ prefix: 'a/' })).toBe('')
  expect(await messageFor({ prefix: 'a/' })).toBe(
    `The same objects of ${origin} are replicated there already. Choose another prefix or other tags, or delete that rule first.`,
  )
  expect(await messageFor({ prefix: 'b/', secretKey: 'not-the-right-secret' })).toBe(
    `The storage server at ${host} refused these keys. Check them and try again.`,
  )
  expect(await messageFor({ prefix: 'b/', tags: `${'k'.repeat(200)}=v` })).toBe(
    'The storage server doesn’t accept this setting. The TagKey you have provided is invalid.',
  )
  expect(await messageFor({ prefix: 'b/', syncMode: 'sync' })).toBe(
    `Another rule leads to ${copy} at ${host} with another mode, bandwidth or health check, which rules to one target share. Choose the same ones, or delete that rule first.`,
  )
  expect(await messageFor({ prefix: 'c/' }, await versioned(remote))).toBe(
    `The bucket ${origin} is replicated to ${host} already, to another bucket or with other keys, and each server can be a target only once. Use the same bucket and keys, or delete those rules first.`,
  )
  expect(await rulesOf(user, origin)).toHaveLength(1)
})

test('times out on a silent target, and leaves nothing behind', { timeout: 60_000 }, async () => {
  const user = await given.user()
  const [origin, copy] = [await versioned(given.storage), await versioned(remote)]
  const silent = await silentServer()
  expect(await sentence(user, [origin, copy], { targetURL: silent.url })).toBe(
    `This took too long and was canceled: the storage server may be unable to reach ${new URL(silent.url).host}. Check the address and that the server responds, then try again.`,
  )
  await silent.close()
  expect([await targetsOf(origin), await rulesOf(user, origin)]).toEqual([[], []])
})
