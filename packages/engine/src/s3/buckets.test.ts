import { afterAll, describe, expect, test } from 'vitest'
import { startTestEngine } from '../test-engine.ts'
import { UNSUPPORTED_ROUTES } from './routes.ts'

const engine = await startTestEngine()
await engine.send('PUT', '/kept')
afterAll(() => engine.stop())

test('a bucket is created, listed, located and deleted', async () => {
  const created = await engine.send('PUT', '/fresh')
  expect(created).toMatchObject({ status: 200, headers: { location: '/fresh' } })
  expect((await engine.send('GET', '/')).text).toContain('<Name>fresh</Name>')
  expect(await engine.send('HEAD', '/fresh')).toMatchObject({ status: 200 })
  expect((await engine.send('GET', '/fresh', { query: 'location' })).text).toMatch(/<LocationConstraint[^>]*><\/Loc/)
  expect(await engine.send('DELETE', '/fresh')).toMatchObject({ status: 204 })
  expect(await engine.send('HEAD', '/fresh')).toMatchObject({ status: 404, code: 'NoSuchBucket' })
})

test.each([
  ['PUT', '/kept', 409, 'BucketAlreadyOwnedByYou'],
  ['DELETE', '/missing', 404, 'NoSuchBucket'],
  ['PUT', '/ab', 400, 'InvalidBucketName'],
  ['PUT', '/Upper', 400, 'InvalidBucketName'],
  ['PUT', '/10.0.0.1', 400, 'InvalidBucketName'],
  ['PUT', '/minio', 403, 'AllAccessDisabled'],
  ['PUT', '/', 405, 'MethodNotAllowed'],
  ['PATCH', '/kept', 405, 'MethodNotAllowed'],
  ['POST', '/kept', 400, 'RequestIsNotMultiPartContent'],
])('rejects %s %s with %i %s', async (method, path, status, code) => {
  expect(await engine.send(method, path)).toMatchObject({ status, code })
})

test('a bucket with objects cannot be deleted', async () => {
  await engine.send('PUT', '/full')
  await engine.send('PUT', '/full/a', { body: 'x' })
  expect(await engine.send('DELETE', '/full')).toMatchObject({ status: 409, code: 'BucketNotEmpty' })
  expect(await engine.send('GET', '/full/a')).toMatchObject({ status: 200, text: 'x' })
})

describe('unset and unsupported bucket features', () => {
  test.each([
    ['versioning', 200, ''],
    ['notification', 200, ''],
    ['acl', 200, ''],
    ['policyStatus', 200, ''],
    ['policy', 404, 'NoSuchBucketPolicy'],
    ['lifecycle', 404, 'NoSuchLifecycleConfiguration'],
    ['encryption', 404, 'ServerSideEncryptionConfigurationNotFoundError'],
    ['object-lock', 404, 'ObjectLockConfigurationNotFoundError'],
    ['tagging', 404, 'NoSuchTagSet'],
    ['replication', 404, 'ReplicationConfigurationNotFoundError'],
    ['cors', 404, 'NoSuchCORSConfiguration'],
    ['website', 404, 'NoSuchWebsiteConfiguration'],
  ])('GET ?%s responds as for a bucket without the feature: %i %s', async (query, status, code) => {
    expect(await engine.send('GET', '/kept', { query })).toMatchObject({ status, code })
    expect(await engine.send('GET', '/missing', { query })).toMatchObject({ status: 404, code: 'NoSuchBucket' })
  })

  test.each(UNSUPPORTED_ROUTES.map(([operation, pattern]) => [operation, pattern]))(
    'rejects %s by name',
    async (operation, pattern) => {
      const [, method = '', path = '', name = '', value = '1'] =
        /^(\S+) (\S+)(?: ([a-z-]+)(?:: (.*))?)?$/.exec(pattern.replace('/bucket', '/kept')) ?? []
      const reply = await engine.send(method, path.split('?')[0] ?? '', {
        query: path.split('?')[1] ?? '',
        headers: name === '' ? {} : { [name]: value },
      })
      expect(reply).toMatchObject({ status: 501 })
      if (method !== 'HEAD') expect(reply.text).toContain(`<Message>${operation} `)
      expect(reply.code).toBe('NotImplemented')
    },
  )

  test('a change of an unsupported sub-resource never changes the bucket', async () => {
    expect(await engine.send('DELETE', '/kept', { query: 'versioning' })).toMatchObject({ status: 405 })
    expect(await engine.send('HEAD', '/kept')).toMatchObject({ status: 200 })
  })
})

test('a configured region is reported, required in signatures and checked when a bucket is created', async () => {
  const regional = await startTestEngine({ region: 'eu-west-9' })
  try {
    const region = 'eu-west-9'
    const elsewhere =
      '<CreateBucketConfiguration><LocationConstraint>us-west-1</LocationConstraint></CreateBucketConfiguration>'
    expect(await regional.send('PUT', '/bkt', { region, body: elsewhere })).toMatchObject({
      status: 400,
      code: 'InvalidRegion',
    })
    expect(await regional.send('PUT', '/bkt', { region })).toMatchObject({
      status: 200,
      headers: { 'x-amz-bucket-region': region },
    })
    expect((await regional.send('GET', '/bkt', { query: 'location', region })).text).toContain(region)
    const rejected = await regional.send('GET', '/bkt')
    expect(rejected).toMatchObject({ status: 400, code: 'AuthorizationHeaderMalformed' })
    expect(rejected.text).toContain('<Region>eu-west-9</Region>')
  } finally {
    await regional.stop()
  }
})
