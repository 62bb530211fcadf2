/** The events that object calls send, by their names in notifications. */
import { createHash } from 'node:crypto'
import { waitUntil } from '@cooperage/testkit'
import { type ObjectToDelete, writeDeleteRequest } from '@cooperage/wire'
import { expect, test } from 'vitest'
import { openLive } from '../live-stream.ts'
import { given, request, target } from '../target.ts'
import { getLock, inDays, lockedBucket, setHold, setRetention } from './locks.ts'
import { uploadInParts } from './multipart-upload.ts'

interface EventDocument {
  Records?: { eventName: string; s3: { object: { key: string; versionId?: string } } }[] | null
}

const ALL = ['s3:ObjectCreated:*', 's3:ObjectRemoved:*', 's3:ObjectAccessed:*'].map(encodeURIComponent)
const FILLER = 'filler/'

/** All events sent while `act` runs, as event, key, and version if there is one. */
async function eventsOf(bucket: string, act: () => Promise<unknown>): Promise<string[][]> {
  let fillers = 0
  // MinIO buffers events until they fill several thousand bytes.
  const fill = () => given.object(bucket, `${FILLER}${++fillers}`, '')
  const path = `/${bucket}?${ALL.map((event) => `events=${event}`).join('&')}&prefix=&suffix=`
  const live = await openLive({ url: target.url, credentials: target.root, path, provoke: fill })
  try {
    await act()
    const last = `${FILLER}last`
    await given.object(bucket, last, '')
    const records = () => live.lines().flatMap((line) => (line as EventDocument).Records ?? [])
    await waitUntil('the last event', async () => {
      if (records().some(({ s3 }) => decodeURIComponent(s3.object.key) === last)) return true
      await fill()
      return undefined
    })
    return records()
      .map(({ eventName, s3: { object } }) => [
        eventName,
        decodeURIComponent(object.key),
        ...(object.versionId ? [object.versionId] : []),
      ])
      .filter(([, key]) => !key?.startsWith(FILLER))
  } finally {
    live.stop()
  }
}

async function removeAll(bucket: string, objects: ObjectToDelete[]): Promise<void> {
  const body = writeDeleteRequest({ objects, quiet: false })
  const headers = { 'content-md5': createHash('md5').update(body).digest('base64') }
  expect((await request({ method: 'POST', bucket, query: { delete: '' }, body, headers })).status).toBe(200)
}

test('are sent for objects that are written, copied and read', async () => {
  const bucket = await given.bucket()
  const events = await eventsOf(bucket, async () => {
    await given.object(bucket, 'k', 'one')
    await request({ method: 'GET', bucket, key: 'k' })
    await request({ method: 'HEAD', bucket, key: 'k' })
    await request({ method: 'GET', bucket, key: 'k', headers: { 'if-none-match': '*' } })
    await request({ method: 'GET', bucket, key: 'nothing' })
    await request({ method: 'PUT', bucket, key: 'copy', headers: { 'x-amz-copy-source': `${bucket}/k` } })
    await uploadInParts(bucket, 'parts', ['one'])
    const asked = { 'x-amz-object-attributes': 'ETag' }
    await request({ method: 'GET', bucket, key: 'k', query: { attributes: '' }, headers: asked })
  })
  expect(events).toEqual([
    ['s3:ObjectCreated:Put', 'k'],
    ['s3:ObjectAccessed:Get', 'k'],
    ['s3:ObjectAccessed:Head', 'k'],
    ['s3:ObjectCreated:Copy', 'copy'],
    ['s3:ObjectCreated:CompleteMultipartUpload', 'parts'],
    ['s3:ObjectAccessed:Attributes', 'k'],
  ])
})

test('are sent for deleted objects, existing or not', async () => {
  const bucket = await given.bucket()
  for (const key of ['a', 'b', 'c']) await given.object(bucket, key)
  const events = await eventsOf(bucket, async () => {
    await request({ method: 'DELETE', bucket, key: 'a' })
    await request({ method: 'DELETE', bucket, key: 'nothing' })
    await removeAll(bucket, [{ key: 'c' }, { key: 'b' }, { key: 'nothing' }])
  })
  expect(events).toEqual([
    ['s3:ObjectRemoved:Delete', 'a'],
    ['s3:ObjectRemoved:NoOP', 'nothing'],
    ['s3:ObjectRemoved:Delete', 'c'],
    ['s3:ObjectRemoved:Delete', 'b'],
    ['s3:ObjectRemoved:Delete', 'nothing'],
  ])
})

test('are sent for versions and delete markers', async () => {
  const bucket = await given.bucket('Enabled')
  const versions: string[] = []
  const events = await eventsOf(bucket, async () => {
    versions.push(await given.version(bucket, 'k'))
    const { headers } = await request({ method: 'DELETE', bucket, key: 'k' })
    versions.push(headers['x-amz-version-id'] ?? '')
    for (const versionId of versions) await request({ method: 'DELETE', bucket, key: 'k', query: { versionId } })
    await request({ method: 'DELETE', bucket, key: 'k', query: { versionId: versions[0] ?? '' } })
  })
  const [version = '', marker = ''] = versions
  expect(events).toEqual([
    ['s3:ObjectCreated:Put', 'k', version],
    ['s3:ObjectRemoved:DeleteMarkerCreated', 'k', marker],
    ['s3:ObjectRemoved:Delete', 'k', version],
    ['s3:ObjectRemoved:DeleteMarkerCreated', 'k', marker],
    ['s3:ObjectRemoved:NoOP', 'k', version],
  ])
})

test('are sent for locks that are set and read', async () => {
  const bucket = await lockedBucket()
  const versionId = await given.version(bucket, 'k')
  const events = await eventsOf(bucket, async () => {
    await setRetention(bucket, 'k', { mode: 'GOVERNANCE', until: inDays(1) })
    await getLock(bucket, 'k', 'retention')
    await setHold(bucket, 'k', true, { versionId })
    await getLock(bucket, 'k', 'legal-hold', versionId)
    await setRetention(bucket, 'k', undefined)
    await getLock(bucket, 'nothing', 'retention')
  })
  expect(events).toEqual([
    ['s3:ObjectCreated:PutRetention', 'k', versionId],
    ['s3:ObjectAccessed:GetRetention', 'k', versionId],
    ['s3:ObjectCreated:PutLegalHold', 'k', versionId],
    ['s3:ObjectAccessed:GetLegalHold', 'k', versionId],
  ])
})
