import { permissionError } from '@cooperage/contract'
import { uniqueName } from '@cooperage/testkit'
import { describe, expect, test } from 'vitest'
import { consoleAt, startConsole, withConsole } from '../running-console.ts'
import { accountDocument, scriptedStorage, stsKeys } from '../scripted-storage.ts'
import { visitor } from '../visitor.ts'

const given = await withConsole()
const done = (step: string) => ({ step, done: true, reason: '' })

describe('a bucket', () => {
  test('is created with all settings together', async () => {
    const user = await given.user()
    const name = uniqueName('whole')
    const reply = await user.call('POST', '/api/v1/buckets', {
      json: {
        name,
        versioning: true,
        locking: false,
        quota: { enabled: true, quota_type: 'hard', amount: 1024 ** 4 },
        retention: { mode: 'compliance', unit: 'days', validity: 1 },
      },
    })
    expect([reply.status, reply.json]).toEqual([
      201,
      { steps: ['bucket', 'versioning', 'quota', 'retention'].map(done) },
    ])
    const read = async (setting: string) => (await user.get(`/api/v1/buckets/${name}/${setting}`)).json
    expect(await read('versioning')).toMatchObject({ is_versioned: true })
    expect(await read('object-locking'), 'retention turns locking on').toEqual({ object_locking_enabled: true })
    expect(await read('quota')).toEqual({ type: 'hard', quota: 1024 ** 4 })
    expect(await read('retention')).toEqual({ mode: 'compliance', unit: 'days', validity: 1 })
  })

  test('with object locking is versioned', async () => {
    const user = await given.user()
    const name = uniqueName('locked')
    const reply = await user.call('POST', '/api/v1/buckets', { json: { name, locking: true } })
    expect(reply.json).toEqual({ steps: ['bucket', 'versioning'].map(done) })
    expect((await user.get(`/api/v1/buckets/${name}/versioning`)).json).toMatchObject({ is_versioned: true })
  })

  test('is not created if one of its settings is invalid', async () => {
    const user = await given.user()
    const name = uniqueName('never')
    for (const wrong of [
      { quota: { enabled: true, amount: 0 } },
      { retention: { mode: 'compliance', unit: 'days', validity: 0 } },
      { retention: { mode: 'compliance', unit: 'years', validity: 101 } },
      { retention: { mode: 'compliance', unit: 'days' } },
    ]) {
      const reply = await user.call('POST', '/api/v1/buckets', { json: { name, ...wrong } })
      expect(reply.outcome).toBe('400 InvalidInput')
    }
    const { buckets } = (await user.get('/api/v1/buckets')).json as { buckets: { name: string }[] }
    expect(buckets.map((bucket) => bucket.name)).not.toContain(name)
  })
})

/** A storage server that rejects the calls that a test names, and records all calls. */
async function storageThat(refuse: (call: string) => [number, string] | undefined) {
  const requests: string[] = []
  const storage = await scriptedStorage((request, response, body) => {
    const { url = '', method = '', headers } = request
    const lock = headers['x-amz-bucket-object-lock-enabled'] === 'true' ? ' with lock' : ''
    requests.push(`${method} ${url}${lock}${url.includes('quota') ? ` ${body}` : ''}`)
    const [status, code] = refuse(`${method} ${url}`) ?? [200, '']
    if (code !== '') response.writeHead(status).end(`<Error><Code>${code}</Code><Message>inner text</Message></Error>`)
    else if (method === 'POST') response.end(stsKeys())
    else if (url.includes('accountinfo')) {
      response.end(accountDocument({ Version: '', Statement: [{ Effect: 'Allow', Action: ['s3:*'] }] }))
    } else if (url.includes('versioning=') && method === 'GET') response.end('<VersioningConfiguration/>')
    else response.end()
  })
  const server = await startConsole(storage.url)
  const user = visitor(server.url)
  await user.signIn({ accessKey: 'alice', secretKey: 'alice-secret' })
  return {
    requests,
    create: (json: object) => user.call('POST', '/api/v1/buckets', { json: { name: 'wanted', ...json } }),
    async stop() {
      await server.stop()
      await storage.stop()
    },
  }
}

test('reports a failure after the creation, and still runs the remaining steps', async () => {
  const { create, requests, stop } = await storageThat((call) =>
    call.includes('set-bucket-quota') ? [403, 'AccessDenied'] : undefined,
  )
  const reply = await create({
    versioning: true,
    quota: { enabled: true, amount: 5 },
    retention: { mode: 'governance', unit: 'days', validity: 2 },
  })
  expect([reply.status, reply.json]).toEqual([
    201,
    {
      steps: [
        done('bucket'),
        done('versioning'),
        {
          step: 'quota',
          done: false,
          reason: permissionError('admin:SetBucketQuota', 'wanted'),
          // For a page in another language.
          text: {
            key: 'error:AccessDenied',
            values: expect.objectContaining({ task: expect.objectContaining({ key: 'task:admin:SetBucketQuota' }) }),
            text: permissionError('admin:SetBucketQuota', 'wanted'),
          },
        },
        done('retention'),
      ],
    },
  ])
  expect(requests.slice(-4)).toEqual([
    'PUT /wanted with lock',
    // MinIO may otherwise keep the bucket in memory without its lock.
    'PUT /wanted?versioning=',
    'PUT /minio/admin/v3/set-bucket-quota?bucket=wanted {"quota":5,"size":5,"rate":0,"requests":0,"quotatype":"hard"}',
    'PUT /wanted?object-lock=',
  ])
  await stop()
})

test('reports a storage server without versioning, and creates the bucket', async () => {
  const { create, stop } = await storageThat((call) =>
    call.startsWith('PUT /wanted?versioning') ? [501, 'NotImplemented'] : undefined,
  )
  expect((await create({ versioning: true })).json).toEqual({
    steps: [
      done('bucket'),
      {
        step: 'versioning',
        done: false,
        reason: 'The storage server doesn’t support versioning.',
        text: expect.objectContaining({ key: 'error:NotInThisSetup' }),
      },
    ],
  })
  await stop()
})

test('creates no bucket on a storage server without object locking', async () => {
  const { create, requests, stop } = await storageThat((call) =>
    call === 'PUT /wanted' ? [501, 'NotImplemented'] : undefined,
  )
  const reply = await create({ locking: true })
  expect(reply.refusal).toBe('501 NotInThisSetup: The storage server doesn’t support object locking.')
  expect(requests.at(-1)).toBe('PUT /wanted with lock')
  await stop()
})

test('ends the session if its keys expire in the middle', async () => {
  const { create, stop } = await storageThat((call) =>
    call.includes('set-bucket-quota') ? [403, 'InvalidTokenId'] : undefined,
  )
  expect((await create({ quota: { enabled: true, amount: 5 } })).outcome).toBe('401 SessionEnded')
  await stop()
})

test.each<[string, string[]]>([
  ['2021-12-29T06:49:06Z', ['hard', 'fifo']],
  ['2022-02-01T18:00:14Z', ['hard']],
  ['DEVELOPMENT.GOGET', ['hard']],
])('a server of %s supports the quota types %j', async (version, types) => {
  const storage = await scriptedStorage(({ url = '', method }, response) => {
    if (method === 'POST') response.end(stsKeys())
    else if (url.includes('accountinfo')) {
      response.end(accountDocument({ Version: '', Statement: [{ Effect: 'Allow', Action: ['admin:*'] }] }))
    } else response.end(JSON.stringify({ servers: [{ version }] }))
  })
  const server = await consoleAt(storage.url)
  const user = visitor(server.url)
  await user.signIn({ accessKey: 'alice', secretKey: 'alice-secret' })
  expect((await user.get('/api/v1/quota-types')).json).toEqual({ types })
})
