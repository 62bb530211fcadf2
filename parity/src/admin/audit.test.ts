import { TestWebhook, uniqueName, waitUntil } from '@cooperage/testkit'
import { afterAll, describe, expect, test } from 'vitest'
import { BOUNDARY, formBody, signedFields } from '../form.ts'
import { startOwnServer } from '../own-server.ts'
import { differs } from '../target.ts'

const NO_SECRETS = 'readers of the log must not see signatures, which allow a request to be replayed'

const hook = new TestWebhook()
const server = await startOwnServer()
await hook.up()
const queueDir = server.kind === 'minio' ? ` queue_dir=/tmp/${uniqueName('queue')}` : ''
const response = await server.setConfig(`audit_webhook:a endpoint=${hook.url}/audit auth_token=the-token${queueDir}`)
if (response.headers['x-minio-config-applied'] !== 'true') throw new Error(response.text)
afterAll(async () => {
  await hook.down()
  await server.stop()
})

/** The entries about an object. */
function entriesOf(bucket: string, object: string) {
  return hook.bodies('/audit').filter(({ api }) => {
    const about = api as { bucket?: string; object?: string }
    return about.bucket === bucket && about.object === object
  })
}

async function entryOf(bucket: string, object: string): Promise<Record<string, unknown>> {
  return waitUntil('the entry arrives', () => entriesOf(bucket, object)[0], { deadlineMs: 40_000 })
}

describe('The audit log', () => {
  test('records who did what, with which result', async () => {
    const bucket = await server.bucket()
    const key = 'dir/ü x.txt'
    const response = await server.request({
      method: 'PUT',
      bucket,
      key,
      body: 'content',
      query: { 'X-Amz-Foo': '1' },
      headers: { 'user-agent': 'tester', 'x-amz-meta-a': 'b' },
    })
    const entry = await entryOf(bucket, key)
    expect(entry).toMatchObject({
      version: '1',
      deploymentid: expect.stringMatching(/^[0-9a-f-]{36}$/),
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      event: '',
      trigger: 'incoming',
      api: {
        name: 'PutObject',
        bucket,
        object: key,
        status: 'OK',
        statusCode: 200,
        rx: 7,
        tx: 0,
        timeToResponse: expect.stringMatching(/^\d+ns$/),
        timeToResponseInNS: expect.stringMatching(/^\d+$/),
      },
      remotehost: '127.0.0.1',
      requestID: response.headers['x-amz-request-id'],
      userAgent: 'tester',
      requestPath: `/${bucket}/${key}`,
      requestHost: new URL(server.url).host,
      requestQuery: { 'X-Amz-Foo': '1' },
      requestHeader: { 'Content-Length': '7', 'User-Agent': 'tester', 'X-Amz-Meta-A': 'b' },
      responseHeader: { 'X-Amz-Request-Id': response.headers['x-amz-request-id'] },
      accessKey: server.root.accessKey,
    })
  })

  test('is sent with its token unchanged', async () => {
    const bucket = await server.bucket()
    await server.request({ method: 'PUT', bucket, key: 'k', body: 'content' })
    await entryOf(bucket, 'k')
    expect(hook.deliveries.find(({ text }) => text.includes(bucket))?.headers).toMatchObject({
      authorization: 'the-token',
      'content-type': 'application/json',
      'x-minio-version': expect.any(String),
      'x-minio-deployment-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
      'x-minio-webhook-payload-count': '1',
    })
  })

  test('records refused and anonymous requests', async () => {
    const bucket = await server.bucket()
    await server.request({ method: 'GET', bucket, key: 'secret', credentials: undefined })
    const entry = await entryOf(bucket, 'secret')
    expect(entry).toMatchObject({ api: { name: 'GetObject', status: 'Forbidden', statusCode: 403 } })
    expect(entry).not.toHaveProperty('accessKey')
  })

  test('records who signed a form', async () => {
    const bucket = await server.bucket()
    const fields = signedFields(bucket, { key: 'by-form', credentials: server.root })
    await server.request({
      method: 'POST',
      bucket,
      credentials: undefined,
      headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
      body: formBody(Object.entries(fields)),
    })
    const entry = await waitUntil('the entry arrives', () =>
      hook.bodies('/audit').find(({ api }) => (api as { name: string }).name === 'PostPolicyBucket'),
    )
    expect(entry).toMatchObject({
      api: { statusCode: 204 },
      responseHeader: { Location: expect.stringMatching(/by-form$/) },
    })
    expect(entry.accessKey).toBe(
      differs(
        { engine: server.root.accessKey, minio: undefined },
        'an audit log must show who wrote an object, even through a form',
      ),
    )
  })

  test('records who asked whether a bucket is public', async () => {
    const bucket = await server.bucket()
    await server.request({ method: 'GET', bucket, query: { policyStatus: '' } })
    const entry = await waitUntil('the entry arrives', () =>
      hook.bodies('/audit').find(({ api }) => {
        const call = api as { name: string; bucket?: string }
        return call.bucket === bucket && call.name === 'GetBucketPolicyStatus'
      }),
    )
    expect(entry.accessKey).toBe(server.root.accessKey)
  })

  test('records when the first byte of an object was sent', async () => {
    const bucket = await server.bucket()
    await server.request({ method: 'PUT', bucket, key: 'k', body: 'content' })
    await server.request({ method: 'GET', bucket, key: 'k' })
    const entry = await waitUntil('the entry arrives', () =>
      entriesOf(bucket, 'k').find(({ api }) => (api as { name: string }).name === 'GetObject'),
    )
    expect(entry.api).toMatchObject({ tx: 7, timeToFirstByteInNS: expect.stringMatching(/^\d+$/) })
  })

  test('contains no signatures', async () => {
    const bucket = await server.bucket()
    await server.request({ method: 'PUT', bucket, key: 'k', body: 'content' })
    const { requestHeader } = (await entryOf(bucket, 'k')) as { requestHeader: Record<string, string> }
    expect(/Signature=(.*)$/.exec(requestHeader.Authorization ?? '')?.[1]).toEqual(
      differs({ engine: '*REDACTED*', minio: expect.stringMatching(/^[0-9a-f]{64}$/) }, NO_SECRETS),
    )
  })

  test('is delivered once a webhook is reachable again, even after a restart', async () => {
    const bucket = await server.bucket()
    await hook.down()
    await server.request({ method: 'PUT', bucket, key: 'late', body: 'content' })
    await server.restart()
    expect(entriesOf(bucket, 'late')).toEqual([])
    await hook.up()
    expect(await entryOf(bucket, 'late')).toMatchObject({ api: { name: 'PutObject', statusCode: 200 } })
  })

  test('info returns the state of its webhooks', async () => {
    const info = JSON.parse((await server.admin('info')).text)
    expect(info.services.audit).toEqual([{ 'audit-a': { status: expect.stringMatching(/^(online|offline)$/) } }])
  })

  test('a webhook of a log is offline until it has delivered an entry', async () => {
    const services = async () => JSON.parse((await server.admin('info')).text).services
    await server.setConfig(`logger_webhook:b endpoint=${hook.url}/log auth_token=t`)
    expect((await services()).logger).toEqual([{ 'logger-b': { status: 'offline' } }])
    await waitUntil('the audit webhook has delivered', async () => {
      const { audit } = await services()
      return audit?.[0]?.['audit-a']?.status === 'online'
    })
    await server.setConfig('logger_webhook:b enable=off')
    expect((await services()).logger, 'a change is in effect when the server responds').toBeUndefined()
  })
})
