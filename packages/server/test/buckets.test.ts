import { permissionError } from '@cooperage/contract'
import { uniqueName } from '@cooperage/testkit'
import { expect, test } from 'vitest'
import { startConsole, withConsole } from './running-console.ts'
import { accountDocument, scriptedStorage, stsKeys } from './scripted-storage.ts'
import { visitor } from './visitor.ts'

const given = await withConsole()

test('creates a bucket, lists it immediately and deletes it', async () => {
  const user = await given.user()
  const name = uniqueName('bucket')
  const created = await user.call('POST', '/api/v1/buckets', { json: { name } })
  expect([created.status, created.json]).toEqual([201, { steps: [{ step: 'bucket', done: true, reason: '' }] }])
  const named = (await user.get('/api/v1/buckets')).json as { buckets: { name: string }[]; total: number }
  expect(named.total).toBe(named.buckets.length)
  expect(named.buckets.find((bucket) => bucket.name === name)).toEqual({
    name,
    creation_date: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    size: 0,
  })
  expect((await user.call('DELETE', `/api/v1/buckets/${name}`)).status).toBe(204)
  const left = (await user.get('/api/v1/buckets')).json as { buckets: { name: string }[] }
  expect(left.buckets.map((bucket) => bucket.name)).not.toContain(name)
})

test('accepts the body that the specification sends with a deletion', async () => {
  const { user, bucket } = await given.userWithBucket()
  expect((await user.call('DELETE', `/api/v1/buckets/${bucket}`, { json: { name: bucket } })).status).toBe(204)
})

test('explains why a bucket cannot be created', async () => {
  const { user, bucket } = await given.userWithBucket()
  expect((await user.call('POST', '/api/v1/buckets', { json: { name: bucket } })).outcome).toBe('409 BucketExists')
  const badName = await user.call('POST', '/api/v1/buckets', { json: { name: 'No_Such' } })
  expect(badName.outcome).toBe('400 InvalidBucketName')
})

test('explains why a bucket cannot be deleted', async () => {
  const { user, bucket, objects } = await given.userWithBucket()
  await user.call('POST', `${objects}/upload`, { form: [{ name: '1', fileName: 'a', content: 'a' }] })
  expect((await user.call('DELETE', `/api/v1/buckets/${bucket}`)).outcome).toBe('409 BucketNotEmpty')
  expect((await user.call('DELETE', `/api/v1/buckets/${uniqueName('missing')}`)).outcome).toBe('404 NoSuchBucket')
})

test.each(['..%2f..', '.minio.sys', 'a%00b', '%2e%2e'])('rejects the bucket name %s before any call', async (name) => {
  const user = await given.user()
  const reply = await user.get(`/api/v1/buckets/${name}/objects`)
  expect([400, 404]).toContain(reply.status)
  expect(reply.json).toMatchObject({ code: expect.stringMatching(/^(InvalidBucketName|InvalidInput|NotFound)$/) })
})

/** An unversioned storage server of 2021 that records all calls. */
async function storageWith(
  refused: (url: string, method: string) => [number, string] | undefined,
  lastUpdate = '2026-01-03T00:00:00Z',
) {
  const requests: string[] = []
  const storage = await scriptedStorage((request, response) => {
    const { url = '', method = '' } = request
    requests.push(`${method} ${url}`)
    const [status, code] = refused(url, method) ?? [200, '']
    if (code !== '') response.writeHead(status).end(`<Error><Code>${code}</Code><Message>inner text</Message></Error>`)
    else if (method === 'POST') response.end(stsKeys())
    else if (url.includes('accountinfo')) {
      const account = JSON.parse(accountDocument({ Version: '', Statement: [{ Effect: 'Allow', Action: ['s3:*'] }] }))
      const Buckets = [{ name: 'mine', size: 7, created: '2026-01-02T03:04:05Z' }]
      response.end(JSON.stringify({ ...account, Buckets }))
    } else if (url.includes('datausageinfo')) {
      response.end(JSON.stringify({ lastUpdate, objectsCount: 0, objectsTotalSize: 0, bucketsUsageInfo: {} }))
    } else response.end()
  })
  const server = await startConsole(storage.url)
  const user = visitor(server.url)
  await user.signIn({ accessKey: 'alice', secretKey: 'alice-secret' })
  return {
    user,
    requests,
    async stop() {
      await server.stop()
      await storage.stop()
    },
  }
}

test('lists the buckets of the policy for an account that may not list all', async () => {
  const isList = (url: string, method: string) => url === '/' && method === 'GET'
  const { user, stop } = await storageWith((url, method) => (isList(url, method) ? [403, 'AccessDenied'] : undefined))
  expect((await user.get('/api/v1/buckets')).json).toEqual({
    buckets: [{ name: 'mine', creation_date: '2026-01-02T03:04:05.000Z', size: 7 }],
    total: 1,
  })
  await stop()
})

test('an error names the action and the bucket, and no internals of the storage server', async () => {
  const { user, stop } = await storageWith((_, method) => (method === 'DELETE' ? [403, 'AccessDenied'] : undefined))
  const reply = await user.call('DELETE', '/api/v1/buckets/photos')
  expect([reply.status, reply.json]).toMatchObject([
    403,
    {
      code: 'AccessDenied',
      message: permissionError('s3:DeleteBucket', 'photos'),
    },
  ])
  expect(reply.text).not.toContain('inner text')
  await stop()
})

test('returns names without sizes, and sizes in a separate call', async () => {
  const { user, bucket, objects } = await given.userWithBucket()
  await user.call('POST', `${objects}/upload`, { form: [{ name: '3', fileName: 'a', content: 'abc' }] })
  const { buckets } = (await user.get('/api/v1/buckets?names_only=true')).json as { buckets: { name: string }[] }
  expect(buckets.find(({ name }) => name === bucket)).toMatchObject({ size: 0 })

  const reply = await user.get('/api/v1/bucket-figures')
  const { figures, countedAt } = reply.json as { figures: { name: string }[]; countedAt: string }
  for (const one of figures) expect(Object.keys(one)).toEqual(['name', 'size', 'objects'])
  expect(countedAt).toMatch(/^(\d{4}-\d\d-\d\dT.*Z)?$/)
  // MinIO counts eventually, and may not have counted the bucket yet.
  if (given.storage.kind === 'engine') {
    expect(figures.find(({ name }) => name === bucket)).toEqual({ name: bucket, size: 3, objects: 1 })
    expect(Math.abs(Date.parse(countedAt) - Date.now())).toBeLessThan(60_000)
  }
})

test('returns sizes even without permission to read the time of the count', async () => {
  const { user, requests, stop } = await storageWith((url) =>
    url.includes('datausageinfo') ? [403, 'AccessDenied'] : undefined,
  )
  const reply = await user.get('/api/v1/bucket-figures')
  expect(reply.json).toEqual({ figures: [{ name: 'mine', size: 7, objects: 0 }], countedAt: '' })
  requests.length = 0
  await user.get('/api/v1/buckets?names_only=true')
  expect(requests, 'names wait for nothing else').toEqual(['GET /'])
  await stop()
})

test('returns no sizes before the first count', async () => {
  const { user, stop } = await storageWith(() => undefined, '0001-01-01T00:00:00Z')
  expect((await user.get('/api/v1/bucket-figures')).json).toEqual({ figures: [], countedAt: '' })
  await stop()
})

test('returns the names in the policy for an account that may not list all', async () => {
  const isList = (url: string, method: string) => url === '/' && method === 'GET'
  const { user, stop } = await storageWith((url, method) => (isList(url, method) ? [403, 'AccessDenied'] : undefined))
  const reply = await user.get('/api/v1/buckets?names_only=true')
  expect(reply.json).toMatchObject({ buckets: [{ name: 'mine', size: 0 }], total: 1 })
  await stop()
})
