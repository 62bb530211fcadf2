/** What is said about replication on servers that lack MinIO's calls for it, or have those of an older version. */
import type { ReplicationStatus, Unreplicated } from '@cooperage/contract'
import { expect, test } from 'vitest'
import { withConsole } from '../running-console.ts'
import { accountDocument, aliceAt, scriptedStorage, stsKeys } from '../scripted-storage.ts'
import { describeOn } from '../test-on.ts'
import type { Visitor } from '../visitor.ts'

const ARN = 'arn:minio:replication::1f2e:copies'
const RULES = `<ReplicationConfiguration><Role></Role><Rule><ID>one</ID><Priority>1</Priority><Status>Enabled</Status><Destination><Bucket>${ARN}</Bucket></Destination></Rule></ReplicationConfiguration>`
const EVERYTHING = { Version: '2012-10-17', Statement: [{ Effect: 'Allow', Action: ['s3:*', 'admin:*'] }] }
const LISTING = '<ListBucketResult><Name>photos</Name><KeyCount>0</KeyCount></ListBucketResult>'

/** A storage server whose responses are chosen by a part of the address. Others are a list of objects, as old servers respond. */
async function aliceWith(
  responses: Record<string, string | ((write: (text: string) => void) => void)>,
): Promise<Visitor> {
  const storage = await scriptedStorage(({ url = '', method }, response) => {
    if (method === 'POST' && url === '/') return response.end(stsKeys())
    if (url.includes('accountinfo')) return response.end(accountDocument(EVERYTHING))
    const part = Object.keys(responses).find((one) => url.includes(one))
    const found = part === undefined ? (url.includes('list-remote-targets') ? 'null' : LISTING) : responses[part]
    if (typeof found === 'function') return found((text) => response.write(text))
    return response.end(found)
  })
  return await aliceAt(storage)
}
const read = async (user: Visitor, call: string) => await user.get(`/api/v1/buckets/photos/${call}`)

test('a server without metrics and resyncs: the targets are there, and nothing is made up', async () => {
  const user = await aliceWith({ '?replication=': RULES })
  expect((await read(user, 'replication-status')).json).toEqual({
    targets: [
      {
        arn: ARN,
        isEnabled: true,
        canResync: false,
        bucket: 'copies',
        link: null,
        counts: null,
        resync: null,
      },
    ],
    counts: null,
  })
  for (const [method, call, json] of [
    ['GET', 'replication-check', undefined],
    ['POST', 'replication-resync', { arn: ARN }],
  ] as const) {
    const { status, json: body } = await user.call(method, `/api/v1/buckets/photos/${call}`, json && { json })
    expect([status, body]).toMatchObject([501, { code: 'NotInThisSetup' }])
  }
})

test('reads the metrics of older servers', async () => {
  const stats = {
    completedReplicationSize: 30,
    replicationCount: 3,
    failedReplicationCount: 2,
    failedReplicationSize: 20,
    replicationLatency: { UploadHistogram: null },
  }
  const user = await aliceWith({
    '?replication=': RULES,
    'replication-metrics': JSON.stringify({
      Stats: { [ARN]: stats },
      pendingReplicationCount: 4,
      pendingReplicationSize: 40,
      replicaSize: 50,
      replicaCount: 5,
    }),
  })
  const status = (await read(user, 'replication-status')).json as ReplicationStatus
  expect(status.targets[0]?.counts).toEqual({
    replicated: { count: 3, bytes: 30 },
    failed: { count: 2, bytes: 20 },
    failedLastHour: null,
    uploadMs: null,
    bandwidth: 0,
  })
  expect(status.counts).toEqual({ queued: { count: 4, bytes: 40 }, received: { count: 5, bytes: 50 } })
})

test('the time of uploads is of the last minute, by the clock of the server', async () => {
  const second = (Total: number, N: number) => ({ Total, Size: 0, N })
  const now = Math.floor(Date.now() / 1000)
  const UploadHistogram = [
    { Totals: [second(6e9, 2), second(0, 0)], LastSec: now },
    { Totals: [second(3e9, 1)], LastSec: now - 5 },
    { Totals: [second(90e9, 1)], LastSec: now - 120 },
  ]
  const user = await aliceWith({
    '?replication=': RULES,
    'replication-metrics': JSON.stringify({
      currStats: { Stats: { [ARN]: { replicationLatency: { UploadHistogram } } } },
    }),
  })
  const status = (await read(user, 'replication-status')).json as ReplicationStatus
  expect(status.targets[0]?.counts?.uploadMs).toBe(3000)
})

const line = (index: number) =>
  `${JSON.stringify({ object: `${index}`, versionId: 'v', rStatus: 'FAILED', targets: { [ARN]: { rStatus: 'FAILED' } } })}\n`

test('lists as many as one call does, and says that there are more', async () => {
  const lines = (count: number) => Array.from({ length: count }, (_, index) => line(index)).join('')
  const all = await aliceWith({ 'replication/diff': lines(500) })
  const most = await aliceWith({ 'replication/diff': `damaged\n${lines(501)}` })
  const listed = async (user: Visitor) => (await read(user, 'unreplicated')).json as Unreplicated
  expect(await listed(all)).toMatchObject({ items: { length: 500 }, end: 'all' })
  expect(await listed(most)).toMatchObject({ items: { length: 500 }, end: 'most' })
})

test('a server that goes through a large bucket: what was found is listed after some seconds', async () => {
  const user = await aliceWith({ 'replication/diff': (write) => write(`${line(0)} `) })
  expect((await read(user, 'unreplicated')).json).toEqual({
    items: [
      {
        key: '0',
        versionId: 'v',
        isDeleteMarker: false,
        modifiedAt: '',
        triedAt: '',
        state: 'failed',
        targets: [ARN],
      },
    ],
    end: 'time',
  })
})

test('a check that takes too long is about the target that the server waits for', async () => {
  const targets = [
    { sourcebucket: 'photos', endpoint: 'far.example:9000', targetbucket: 'copies', arn: ARN, type: 'replication' },
  ]
  const user = await aliceWith({ 'replication-check': () => {}, 'list-remote-targets': JSON.stringify(targets) })
  const { status, json } = await read(user, 'replication-check')
  expect([status, json]).toMatchObject([
    200,
    { problem: expect.stringMatching(/unable to reach far\.example:9000\./), words: expect.any(String) },
  ])
})

describeOn.engine('on the engine', async () => {
  const given = await withConsole()
  test('a bucket isn’t replicated, and what needs MinIO is refused by name', async () => {
    const { user, bucket } = await given.userWithBucket()
    const path = `/api/v1/buckets/${bucket}`
    expect((await user.get(`${path}/replication-status`)).json).toEqual({ targets: [], counts: null })
    expect((await user.get(`${path}/replication-check`)).outcome).toBe('404 NoReplicationTarget')
    for (const [method, call, json] of [
      ['GET', 'unreplicated', undefined],
      ['POST', 'replication-resync', { arn: ARN }],
    ] as const) {
      const reply = await user.call(method, `${path}/${call}`, json && { json })
      expect(reply.refusal).toBe('501 NotInThisSetup: The storage server doesn’t support replication.')
    }
  })
})
