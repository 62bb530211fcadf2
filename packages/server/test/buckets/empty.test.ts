import { permissionError } from '@cooperage/contract'
import { accountsOf, allow, deny, type SendOptions, send, startFaultProxy, texts, uniqueName } from '@cooperage/testkit'
import { describe, expect, onTestFinished, test } from 'vitest'
import { consoleAt, startConsole, withConsole } from '../running-console.ts'
import { accountDocument, scriptedStorage, stsKeys } from '../scripted-storage.ts'
import { type Visitor, visitor } from '../visitor.ts'

const given = await withConsole()

interface Part {
  deleted: number
  uploads: number
  failed: { path: string; version: string; message: string }[]
  alsoFailed: number
  next: { stage: string; after: string }
}

const sendToStorage = async (options: Omit<SendOptions, 'url' | 'credentials'>) => {
  const response = await send({ url: given.storage.url, credentials: given.storage.root, ...options })
  if (response.status >= 300) throw new Error(`${options.method} ${options.key}: ${response.status} ${response.text}`)
  return response
}

const versionsOf = async (bucket: string) =>
  texts((await sendToStorage({ method: 'GET', bucket, query: { versions: '' } })).text, 'VersionId')

const put = async (bucket: string, key: string, headers: Record<string, string> = {}) =>
  (await sendToStorage({ method: 'PUT', bucket, key, body: 'x', headers })).headers['x-amz-version-id'] ?? ''

async function bucketWith(options: object): Promise<{ user: Visitor; bucket: string }> {
  const user = await given.user()
  const bucket = uniqueName('full')
  expect((await user.call('POST', '/api/v1/buckets', { json: { name: bucket, ...options } })).status).toBe(201)
  return { user, bucket }
}

/** All calls, one after the other, as the page makes them. */
async function emptied(user: Visitor, bucket: string): Promise<Omit<Part, 'next'>> {
  const sum: Omit<Part, 'next'> = { deleted: 0, uploads: 0, failed: [], alsoFailed: 0 }
  let next = { stage: 'versions', after: '' }
  while (next.stage !== 'done') {
    const reply = await user.call('POST', `/api/v1/buckets/${bucket}/empty`, { json: { name: bucket, ...next } })
    expect([reply.status, reply.json]).toMatchObject([200, { deleted: expect.any(Number) }])
    const part = reply.json as Part
    sum.deleted += part.deleted
    sum.uploads += part.uploads
    sum.failed.push(...part.failed)
    sum.alsoFailed += part.alsoFailed
    next = part.next
  }
  return sum
}

test('deletes versions, delete markers, incomplete uploads and odd names, over several pages', async () => {
  const { user, bucket } = await bucketWith({ versioning: true })
  const keys = Array.from({ length: 500 }, (_, index) => `folder/${String(index).padStart(4, '0')}`)
  const waiting = [...keys, ...keys, 'a&b <c>', 'tab\tand\u0001control', 'ünï/ço+dé']
  const puts = waiting.length
  const worker = async () => {
    for (let key = waiting.pop(); key !== undefined; key = waiting.pop()) await put(bucket, key)
  }
  await Promise.all(Array.from({ length: 16 }, worker))
  await sendToStorage({ method: 'DELETE', bucket, key: 'folder/0000' })
  for (const key of ['begun', 'begun', 'b/gun'])
    await sendToStorage({ method: 'POST', bucket, key, query: { uploads: '' } })

  expect(await emptied(user, bucket)).toEqual({ deleted: puts + 1, uploads: 3, failed: [], alsoFailed: 0 })
  expect(await versionsOf(bucket)).toEqual([])
  expect((await user.call('DELETE', `/api/v1/buckets/${bucket}`)).status).toBe(204)
}, 120_000)

test('empties an unversioned bucket, and succeeds for an empty one', async () => {
  const { user, bucket } = await bucketWith({})
  await put(bucket, 'a')
  await put(bucket, 'folder/')
  expect(await emptied(user, bucket)).toMatchObject({ deleted: 2, uploads: 0 })
  expect(await emptied(user, bucket)).toMatchObject({ deleted: 0, uploads: 0 })
})

test('keeps locked objects, and lists them with the reason', async () => {
  const { user, bucket } = await bucketWith({ locking: true })
  const until = new Date(Date.now() + 3_600_000).toISOString()
  const held = await put(bucket, 'held', { 'x-amz-object-lock-legal-hold': 'ON' })
  const governed = await put(bucket, 'governed', {
    'x-amz-object-lock-mode': 'GOVERNANCE',
    'x-amz-object-lock-retain-until-date': until,
  })
  await put(bucket, 'free')
  const { deleted, failed } = await emptied(user, bucket)
  const locked = (key: string) =>
    `Can’t delete ${key}: a version is under retention or legal hold. Delete it after the retention ends and the legal hold is off.`
  expect(deleted).toBe(1)
  const failure = (key: string, version: string) => ({
    ...{ path: key, version, message: locked(key) },
    text: { key: 'error:ObjectLocked', values: { key }, text: locked(key) },
    storageRequestId: expect.stringMatching(/^[0-9A-F]{16}$/),
  })
  expect(failed).toEqual([failure('governed', governed), failure('held', held)])
  expect((await versionsOf(bucket)).sort()).toEqual([governed, held].sort())
})

describe('emptying is rejected', () => {
  test('if the typed name differs, and for a missing bucket', async () => {
    const { user, bucket } = await bucketWith({})
    await put(bucket, 'a')
    const empty = (of: string, name: string) => user.call('POST', `/api/v1/buckets/${of}/empty`, { json: { name } })
    expect((await empty(bucket, `${bucket}x`)).outcome).toBe('400 InvalidInput')
    const missing = uniqueName('missing')
    expect((await empty(missing, missing)).json).toMatchObject({ code: 'NoSuchBucket' })
    expect(await versionsOf(bucket)).toHaveLength(1)
  })

  test('without permission to list versions; objects that may not be deleted are listed one by one', async () => {
    const { bucket } = await bucketWith({})
    for (const key of ['kept/a', 'gone']) await put(bucket, key)
    const as = async (...statements: Parameters<ReturnType<typeof accountsOf>['allowed']>) => {
      const other = visitor(given.server.url)
      await other.signIn(await accountsOf(given.storage).allowed(...statements))
      return other
    }
    const blind = await as(allow(['s3:DeleteObject'], bucket, `${bucket}/*`))
    const reply = await blind.call('POST', `/api/v1/buckets/${bucket}/empty`, { json: { name: bucket } })
    expect([reply.status, reply.json]).toMatchObject([
      403,
      { message: permissionError('s3:ListBucketVersions', bucket) },
    ])
    const limited = await as(
      allow(['s3:*'], bucket, `${bucket}/*`),
      deny(['s3:DeleteObject', 's3:DeleteObjectVersion'], `${bucket}/kept/*`),
    )
    expect(await emptied(limited, bucket)).toMatchObject({
      deleted: 1,
      failed: [
        {
          path: 'kept/a',
          message: permissionError('s3:DeleteObject', `${bucket}/kept/a`),
        },
      ],
    })
  })
})

test('an outage ends a call with its error code, and the next call continues', async () => {
  const { bucket } = await bucketWith({})
  await put(bucket, 'a')
  const proxy = await startFaultProxy(given.storage.url)
  const server = await startConsole(proxy.url)
  onTestFinished(async () => {
    await server.stop()
    await proxy.close()
  })
  const user = visitor(server.url)
  await user.signIn(given.storage.root)
  await proxy.fail('stopped')
  const reply = await user.call('POST', `/api/v1/buckets/${bucket}/empty`, { json: { name: bucket } })
  expect(reply.outcome).toBe('503 StorageUnreachable')
  await proxy.fail('none')
  expect(await emptied(user, bucket)).toMatchObject({ deleted: 1, failed: [] })
})

const POLICY = { Version: '', Statement: [{ Effect: 'Allow', Action: ['s3:*'] }] }

/** A storage server whose listing never ends, and whose pages end between the versions of a key. */
async function endlessStorage(onDelete: (closed: Promise<void>) => string | undefined) {
  const requests: string[] = []
  const storage = await scriptedStorage((request, response) => {
    const { url = '', method = '' } = request
    if (url.includes('accountinfo')) return response.end(accountDocument(POLICY))
    if (method === 'POST' && url === '/') return response.end(stsKeys())
    if (url.includes('location')) return response.end('<LocationConstraint/>')
    if (method === 'POST') {
      requests.push('delete')
      const document = onDelete(new Promise((resolve) => response.once('close', () => resolve())))
      return document === undefined ? undefined : response.end(document)
    }
    const marker = new URL(url, 'http://x').searchParams.get('version-id-marker') ?? ''
    const at = marker === '' ? 0 : Number(marker.slice(1)) + 1
    requests.push(`list ${at}`)
    response.end(
      '<ListVersionsResult><IsTruncated>true</IsTruncated>' +
        `<NextKeyMarker>k</NextKeyMarker><NextVersionIdMarker>v${at}</NextVersionIdMarker>` +
        `<Version><Key>k</Key><VersionId>v${at}</VersionId><LastModified>2026-01-01T00:00:00Z</LastModified></Version>` +
        '</ListVersionsResult>',
    )
  })
  const server = await consoleAt(storage.url)
  const user = visitor(server.url)
  expect((await user.signIn({ accessKey: 'alice', secretKey: 'secret-of-alice' })).status).toBe(201)
  return { user, requests }
}

test('deletes a page only after the next one has arrived, and stops when the client disconnects', async () => {
  const cut = Promise.withResolvers<void>()
  const started = Promise.withResolvers<void>()
  const { user, requests } = await endlessStorage((closed) => {
    void closed.then(cut.resolve)
    started.resolve()
    return undefined
  })
  const browser = new AbortController()
  const request = fetch(`${user.url}/api/v1/buckets/photos/empty`, {
    method: 'POST',
    signal: browser.signal,
    headers: {
      'content-type': 'application/json',
      cookie: [...user.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    },
    body: JSON.stringify({ name: 'photos' }),
  })
  const ended = request.then(
    (response) => response.text(),
    () => 'broken off',
  )
  await Promise.race([started.promise, ended])
  expect(requests.indexOf('delete')).toBeGreaterThan(requests.indexOf('list 1'))
  browser.abort()
  expect(await ended).toBe('broken off')
  await cut.promise
  expect(requests.filter((one) => one === 'delete').length).toBeLessThanOrEqual(4)
})
