import { createHash } from 'node:crypto'
import { TestWebhook, texts, uniqueName, waitUntil } from '@cooperage/testkit'
import { afterAll, describe, expect, test } from 'vitest'
import { openLive } from '../live-stream.ts'
import { startOwnServer } from '../own-server.ts'

const hook = new TestWebhook()
/** Delivers to another path so that cases don't see each other's events. */
const ARN = 'arn:minio:sqs::h1:webhook'
const LATER = 'arn:minio:sqs::later:webhook'
const server = await startOwnServer()
await hook.up()
await server.setConfig(`notify_webhook:h1 endpoint=${hook.url}/events auth_token=the-token`)
const queueDir = server.kind === 'minio' ? ` queue_dir=/tmp/${uniqueName('queue')}` : ''
const kept = await server.setConfig(`notify_webhook:later endpoint=${hook.url}/later queue_limit=100${queueDir}`)
if (kept.status !== 200) throw new Error(kept.text)
await server.restart()
afterAll(async () => {
  await hook.down()
  await server.stop()
})

function rule({ arn = ARN, events = ['s3:ObjectCreated:*'], filters = '', id = '' } = {}): string {
  const names = events.map((name) => `<Event>${name}</Event>`).join('')
  const filter = filters === '' ? '' : `<Filter><S3Key>${filters}</S3Key></Filter>`
  return `<QueueConfiguration>${id === '' ? '' : `<Id>${id}</Id>`}<Queue>${arn}</Queue>${names}${filter}</QueueConfiguration>`
}

function filterRule(name: string, value: string): string {
  return `<FilterRule><Name>${name}</Name><Value>${value}</Value></FilterRule>`
}

function configure(bucket: string, rules: string) {
  const body = `<NotificationConfiguration>${rules}</NotificationConfiguration>`
  return server.request({ method: 'PUT', bucket, query: { notification: '' }, body })
}

const read = (bucket: string) => server.request({ method: 'GET', bucket, query: { notification: '' } })
const put = (bucket: string, key: string, headers: Record<string, string> = {}) =>
  server.request({ method: 'PUT', bucket, key, body: 'content', headers })

test('info lists the ARNs and the state of the webhooks', async () => {
  const info = JSON.parse((await server.admin('info')).text)
  expect(info.sqsARN.sort()).toEqual([ARN, LATER])
  expect(info.services.notifications).toEqual([
    { webhook: expect.arrayContaining([{ h1: { status: 'online' } }, { later: { status: 'online' } }]) },
  ])
})

describe('PutBucketNotificationConfiguration', () => {
  test('stores rules, which GetBucketNotificationConfiguration returns', async () => {
    const bucket = await server.bucket()
    const filters = filterRule('prefix', 'dir/') + filterRule('suffix', '.txt')
    const response = await configure(
      bucket,
      rule({ id: 'a', events: ['s3:ObjectCreated:Put', 's3:ObjectRemoved:*'], filters }) +
        rule({ events: ['s3:ObjectAccessed:Get'] }),
    )
    expect([response.status, response.text]).toEqual([200, ''])
    expect((await read(bucket)).text).toBe(
      '<NotificationConfiguration xmlns="http://s3.amazonaws.com/doc/2006-03-01/">' +
        `<QueueConfiguration><Id>a</Id><Filter><S3Key>${filters}</S3Key></Filter><Event>s3:ObjectCreated:Put</Event><Event>s3:ObjectRemoved:*</Event><Queue>${ARN}</Queue></QueueConfiguration>` +
        `<QueueConfiguration><Id></Id><Event>s3:ObjectAccessed:Get</Event><Queue>${ARN}</Queue></QueueConfiguration>` +
        '</NotificationConfiguration>',
    )
  })

  test('removes all rules when the document has none', async () => {
    const bucket = await server.bucket()
    const none = (await read(bucket)).text
    await configure(bucket, rule())
    expect((await configure(bucket, '')).status).toBe(200)
    expect((await read(bucket)).text).toBe(none)
    expect(none).toBe(
      '<NotificationConfiguration xmlns="http://s3.amazonaws.com/doc/2006-03-01/"></NotificationConfiguration>',
    )
  })

  test('accepts an ARN of any region where none is set, and returns the current one', async () => {
    const bucket = await server.bucket()
    expect((await configure(bucket, rule({ arn: 'arn:minio:sqs:eu-1:h1:webhook' }))).status).toBe(200)
    expect(texts((await read(bucket)).text, 'Queue')).toEqual([ARN])
  })

  const OVERLAP =
    'An object key name filtering rule defined with overlapping prefixes, overlapping suffixes, or overlapping combinations of prefixes and suffixes for the same event types.'
  const NO_ARN = 'A specified destination ARN does not exist or is not well-formed. Verify the destination ARN.'
  const NO_EVENT = 'A specified event is not supported for notifications.'
  const MALFORMED = 'The XML you provided was not well-formed or did not validate against our published schema.'

  test.each([
    ['an unknown ARN', rule({ arn: 'arn:minio:sqs::zz:webhook' }), 'InvalidArgument', NO_ARN],
    ['an ARN of another kind', rule({ arn: 'arn:minio:sqs::h1:kafka' }), 'InvalidArgument', NO_ARN],
    ['an Amazon ARN', rule({ arn: 'arn:aws:sqs::h1:webhook' }), 'InvalidArgument', NO_ARN],
    ['an invalid ARN', rule({ arn: 'nonsense' }), 'InvalidArgument', NO_ARN],
    ['an unknown event', rule({ events: ['s3:Nope'] }), 'InvalidArgument', NO_EVENT],
    ['a wildcard for an event that has none', rule({ events: ['s3:Scanner:*'] }), 'InvalidArgument', NO_EVENT],
    [
      'an event twice',
      rule({ events: ['s3:ObjectCreated:Put', 's3:ObjectCreated:Put'] }),
      'InvalidArgument',
      'Configurations overlap. Configurations on the same bucket cannot share a common event type.',
    ],
    ['the same rule twice', rule() + rule(), 'InvalidArgument', OVERLAP],
    ['no event', rule({ events: [] }), 'MalformedXML', MALFORMED],
    [
      'a topic',
      '<TopicConfiguration><Topic>arn:x</Topic><Event>s3:ObjectCreated:Put</Event></TopicConfiguration>',
      'UnsupportedNotification',
      'MinIO server does not support Topic or Cloud Function based notifications.',
    ],
    [
      'another filter',
      rule({ filters: filterRule('middle', 'x') }),
      'InvalidArgument',
      'filter rule name must be either prefix or suffix',
    ],
    [
      'two prefixes',
      rule({ filters: filterRule('prefix', 'x') + filterRule('prefix', 'y') }),
      'InvalidArgument',
      'Cannot specify more than one prefix rule in a filter.',
    ],
    [
      'two suffixes',
      rule({ filters: filterRule('suffix', 'x') + filterRule('suffix', 'y') }),
      'InvalidArgument',
      'Cannot specify more than one suffix rule in a filter.',
    ],
  ])('refuses %s', async (_what, rules, code, message) => {
    const bucket = await server.bucket()
    expect((await configure(bucket, rules)).refusal).toBe(`400 ${code}: ${message}`)
    expect(texts((await read(bucket)).text, 'Queue')).toEqual([])
  })

  test('accepts two rules that differ only in their IDs', async () => {
    const bucket = await server.bucket()
    expect((await configure(bucket, rule({ id: 'a' }) + rule({ id: 'b' }))).status).toBe(200)
  })

  test('rejects a malformed document and an empty body', async () => {
    const bucket = await server.bucket()
    const query = { notification: '' }
    const other = await server.request({ method: 'PUT', bucket, query, body: '<Other/>' })
    expect(other.refusal).toBe(`400 MalformedXML: ${MALFORMED}`)
    expect((await server.request({ method: 'PUT', bucket, query, body: '' })).outcome).toBe('411 MissingContentLength')
  })

  test('requires a bucket', async () => {
    const bucket = uniqueName()
    expect((await configure(bucket, rule())).outcome).toBe('404 NoSuchBucket')
    expect((await read(bucket)).outcome).toBe('404 NoSuchBucket')
  })
})

/** Events delivered to the path for objects of the bucket. */
function delivered(path: string, bucket: string) {
  return hook.bodies(path).filter(({ Key }) => String(Key).startsWith(`${bucket}/`))
}

describe('A webhook', () => {
  test('receives an event with the token', async () => {
    const bucket = await server.bucket()
    await configure(bucket, rule())
    const key = 'dir/ü x+y&(1).txt'
    const response = await put(bucket, key, {
      'content-type': 'text/plain',
      'x-amz-meta-some-thing': 'kept',
      'cache-control': 'no-cache',
      'user-agent': 'tester',
    })
    const [body] = await waitUntil('the event arrives', () => {
      const found = delivered('/events', bucket)
      return found.length > 0 && found
    })
    expect(body).toEqual({
      EventName: 's3:ObjectCreated:Put',
      Key: `${bucket}/${key}`,
      Records: [
        {
          eventVersion: '2.0',
          eventSource: 'minio:s3',
          awsRegion: '',
          eventTime: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
          eventName: 's3:ObjectCreated:Put',
          userIdentity: { principalId: server.root.accessKey },
          requestParameters: { principalId: server.root.accessKey, region: '', sourceIPAddress: '127.0.0.1' },
          responseElements: {
            'x-amz-id-2': response.headers['x-amz-id-2'],
            'x-amz-request-id': response.headers['x-amz-request-id'],
            'x-minio-deployment-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
            'x-minio-origin-endpoint': server.url,
          },
          s3: {
            s3SchemaVersion: '1.0',
            configurationId: 'Config',
            bucket: {
              name: bucket,
              ownerIdentity: { principalId: server.root.accessKey },
              arn: `arn:aws:s3:::${bucket}`,
            },
            object: {
              key: 'dir%2F%C3%BC+x%2By%26%281%29.txt',
              size: 7,
              eTag: '9a0364b9e99bb480dd25e1f0284c8555',
              contentType: 'text/plain',
              userMetadata: {
                'X-Amz-Meta-Some-Thing': 'kept',
                'cache-control': 'no-cache',
                'content-type': 'text/plain',
              },
              sequencer: expect.stringMatching(/^[0-9A-F]{16}$/),
            },
          },
          source: { host: '127.0.0.1', port: '', userAgent: 'tester' },
        },
      ],
    })
    const delivery = hook.deliveries.find(({ text }) => text.includes(bucket))
    expect(delivery?.headers).toMatchObject({ authorization: 'Bearer the-token', 'content-type': 'application/json' })
  })

  test('receives in order the events of its rule for the keys that match its filters', async () => {
    const bucket = await server.bucket()
    const filters = filterRule('prefix', 'in/') + filterRule('suffix', '.txt')
    await configure(bucket, rule({ events: ['s3:ObjectCreated:Put', 's3:ObjectRemoved:*'], filters }))
    for (const key of ['in/1.txt', 'in/2.bin', 'out/3.txt', 'in/4.txt']) await put(bucket, key)
    await server.request({ method: 'GET', bucket, key: 'in/1.txt' })
    await server.request({ method: 'DELETE', bucket, key: 'in/1.txt' })
    const found = await waitUntil('three events arrive', () => {
      const events = delivered('/events', bucket)
      return events.length >= 3 && events
    })
    expect(found.map(({ EventName, Key }) => [EventName, Key]).sort()).toEqual(
      [
        ['s3:ObjectCreated:Put', `${bucket}/in/1.txt`],
        ['s3:ObjectCreated:Put', `${bucket}/in/4.txt`],
        ['s3:ObjectRemoved:Delete', `${bucket}/in/1.txt`],
      ].sort(),
    )
  })

  test('receives events for every way to create, read and remove an object', async () => {
    const bucket = await server.bucket()
    for (const key of ['read', 'asked', 'attributes', 'tagged', 'untagged', 'deleted', 'listed']) await put(bucket, key)
    await configure(bucket, rule({ events: ['s3:ObjectCreated:*', 's3:ObjectAccessed:*', 's3:ObjectRemoved:*'] }))
    const tagging = '<Tagging><TagSet><Tag><Key>a</Key><Value>b</Value></Tag></TagSet></Tagging>'
    await server.request({ method: 'GET', bucket, key: 'read' })
    await server.request({ method: 'HEAD', bucket, key: 'asked' })
    const headers = { 'x-amz-object-attributes': 'ETag' }
    await server.request({ method: 'GET', bucket, key: 'attributes', query: { attributes: '' }, headers })
    await server.request({ method: 'PUT', bucket, key: 'tagged', query: { tagging: '' }, body: tagging })
    await server.request({ method: 'DELETE', bucket, key: 'untagged', query: { tagging: '' } })
    await server.request({ method: 'PUT', bucket, key: 'copy', headers: { 'x-amz-copy-source': `/${bucket}/read` } })
    const created = await server.request({ method: 'POST', bucket, key: 'parts', query: { uploads: '' } })
    const uploadId = texts(created.text, 'UploadId')[0] ?? ''
    const part = await server.request({
      method: 'PUT',
      bucket,
      key: 'parts',
      query: { partNumber: '1', uploadId },
      body: 'part',
    })
    const parts = `<CompleteMultipartUpload><Part><PartNumber>1</PartNumber><ETag>${part.headers.etag}</ETag></Part></CompleteMultipartUpload>`
    await server.request({ method: 'POST', bucket, key: 'parts', query: { uploadId }, body: parts })
    await server.request({ method: 'DELETE', bucket, key: 'deleted' })
    const list = '<Delete><Object><Key>listed</Key></Object></Delete>'
    const md5 = createHash('md5').update(list).digest('base64')
    await server.request({ method: 'POST', bucket, query: { delete: '' }, body: list, headers: { 'content-md5': md5 } })
    // Rejected calls send no events.
    await server.request({ method: 'GET', bucket, key: 'missing' })
    await put(bucket, 'last')
    const found = await waitUntil('the last event arrives', () => {
      const events = delivered('/events', bucket)
      return events.some(({ Key }) => Key === `${bucket}/last`) && events.length >= 10 && events
    })
    expect(found.map(({ EventName, Key }) => `${EventName} ${String(Key).slice(bucket.length + 1)}`).sort()).toEqual([
      's3:ObjectAccessed:Attributes attributes',
      's3:ObjectAccessed:Get read',
      's3:ObjectAccessed:Head asked',
      's3:ObjectCreated:CompleteMultipartUpload parts',
      's3:ObjectCreated:Copy copy',
      's3:ObjectCreated:DeleteTagging untagged',
      's3:ObjectCreated:Put last',
      's3:ObjectCreated:PutTagging tagged',
      's3:ObjectRemoved:Delete deleted',
      's3:ObjectRemoved:Delete listed',
    ])
  })

  test('receives events for deletes of missing objects', async () => {
    const bucket = await server.bucket()
    await configure(bucket, rule({ events: ['s3:ObjectRemoved:*', 's3:ObjectCreated:*'] }))
    await server.request({ method: 'DELETE', bucket, key: 'never-was' })
    await put(bucket, 'last')
    const found = await waitUntil('the last event arrives', () => {
      const events = delivered('/events', bucket)
      return events.some(({ Key }) => Key === `${bucket}/last`) && events
    })
    expect(found.map(({ EventName }) => EventName).sort()).toEqual(['s3:ObjectCreated:Put', 's3:ObjectRemoved:NoOP'])
  })

  test('receives events for versions and delete markers', async () => {
    const bucket = await server.bucket()
    const body =
      '<VersioningConfiguration xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Status>Enabled</Status></VersioningConfiguration>'
    await server.request({ method: 'PUT', bucket, query: { versioning: '' }, body })
    await configure(bucket, rule({ events: ['s3:ObjectCreated:*', 's3:ObjectRemoved:*'] }))
    const created = await put(bucket, 'k')
    const marked = await server.request({ method: 'DELETE', bucket, key: 'k' })
    const found = await waitUntil('two events arrive', () => {
      const events = delivered('/events', bucket)
      return events.length >= 2 && events
    })
    const versions = found.map(({ EventName, Records }) => {
      const [record] = Records as { s3: { object: Record<string, unknown> } }[]
      return [EventName, record?.s3.object.versionId, record?.s3.object.size, record?.s3.object.eTag]
    })
    expect(versions).toEqual(
      expect.arrayContaining([
        ['s3:ObjectCreated:Put', created.headers['x-amz-version-id'], 7, '9a0364b9e99bb480dd25e1f0284c8555'],
        ['s3:ObjectRemoved:DeleteMarkerCreated', marked.headers['x-amz-version-id'], undefined, undefined],
      ]),
    )
  })

  test('that was down receives the missed events, even after a restart', async () => {
    const bucket = await server.bucket()
    await configure(bucket, rule({ arn: LATER }))
    await hook.down()
    for (const key of ['1', '2', '3']) await put(bucket, key)
    await server.restart()
    expect(delivered('/later', bucket)).toEqual([])
    await hook.up()
    const found = await waitUntil(
      'the events arrive',
      () => {
        const events = delivered('/later', bucket)
        return new Set(events.map(({ Key }) => Key)).size === 3 && events
      },
      { deadlineMs: 40_000 },
    )
    expect(new Set(found.map(({ Key }) => Key))).toEqual(new Set(['1', '2', '3'].map((key) => `${bucket}/${key}`)))
  })

  test('accepts a folder for undelivered events, which must be absolute', async () => {
    const line = `notify_webhook:q endpoint=${hook.url}/q queue_dir=`
    expect((await server.setConfig(`${line}/tmp/${uniqueName('q')}`)).outcome).toBe('200')
    const refused = await server.setConfig(`${line}events`)
    expect([refused.outcome, JSON.parse(refused.text).Message]).toEqual([
      '400 XMinioAdminConfigBadJSON',
      'queueDir path should be absolute',
    ])
    await server.deleteConfig('notify_webhook:q')
  })
})

describe('Listening', () => {
  const listen = (path: string, query: Record<string, string>, provoke?: () => Promise<unknown>) =>
    openLive({
      url: server.url,
      path,
      query,
      credentials: server.root,
      ...(provoke === undefined ? {} : { provoke }),
    })

  test('to a bucket streams its events', async () => {
    const bucket = await server.bucket()
    // The MinIO of these tests buffers events until they fill four kibibytes.
    const fill = () => put(bucket, `in/${uniqueName()}.txt`)
    const query = { events: 's3:ObjectCreated:*', prefix: 'in/', suffix: '.txt', ping: '1' }
    const stream = await listen(`/${bucket}`, query, fill)
    expect([stream.status, stream.headers['content-type'], stream.headers['cache-control']]).toEqual([
      200,
      'text/event-stream',
      'no-cache',
    ])
    await put(bucket, 'out/1.txt')
    const line = await waitUntil('an event', async () => {
      await fill()
      return stream.lines().find(({ Records }) => Records !== null)
    })
    const [record] = line.Records as { eventName: string; s3: { bucket: object; object: { key: string } } }[]
    expect(record).toMatchObject({ eventName: 's3:ObjectCreated:Put', s3: { bucket: { name: bucket } } })
    expect(record?.s3.object.key).toMatch(/^in\/test-/)
    expect(stream.text()).not.toContain('out/')
    stream.stop()
  })

  test('to all buckets streams events of any bucket', async () => {
    const bucket = await server.bucket()
    const fill = () => put(bucket, uniqueName())
    const stream = await listen('/', { events: 's3:ObjectCreated:Put' }, fill)
    const found = await waitUntil('an event', async () => {
      await fill()
      return stream.lines().some(({ Records }) => JSON.stringify(Records).includes(bucket))
    })
    expect(found).toBe(true)
    stream.stop()
  })

  test.each([
    [
      'an unknown event',
      { events: 's3:Nope' },
      'InvalidArgument',
      'A specified event is not supported for notifications.',
    ],
    [
      'a filter that is too long',
      { events: 's3:ObjectCreated:*', prefix: 'x'.repeat(1025) },
      'InvalidArgument',
      'Size of filter rule value cannot exceed 1024 bytes in UTF-8 representation',
    ],
    [
      'a filter with path traversal',
      { events: 's3:ObjectCreated:*', prefix: '../x' },
      'XMinioInvalidResourceName',
      'Resource name contains bad components such as ".." or ".".',
    ],
  ])('refuses %s', async (_what, query, code, message) => {
    const response = await server.request({ method: 'GET', bucket: await server.bucket(), query })
    expect(response.refusal).toBe(`400 ${code}: ${message}`)
  })

  test('rejects a ping that is not a number', async () => {
    const query = { events: 's3:ObjectCreated:*', ping: 'x' }
    const response = await server.request({ method: 'GET', bucket: await server.bucket(), query })
    expect(response.outcome).toBe('400 AuthorizationQueryParametersError')
  })

  test('requires a bucket and permission', async () => {
    const query = { events: 's3:ObjectCreated:*' }
    expect((await server.request({ method: 'GET', bucket: uniqueName(), query })).outcome).toBe('404 NoSuchBucket')
    expect(
      (await server.request({ method: 'GET', bucket: await server.bucket(), query, credentials: undefined })).outcome,
    ).toBe('403 AccessDenied')
  })
})
