/** What support asks for: locks, raw files, profiles. */
import { expect, test } from 'vitest'
import { differs, given, request, target } from '../target.ts'

const UNSUPPORTED = '426 XMinioAdminVersionMismatch'

const send = (method: string, call: string, query: Record<string, string>, credentials = target.root) =>
  request({ method, path: `/minio/admin/v3/${call}`, query, region: '', credentials })

test('locks: only a cluster of several nodes lists and releases them', async () => {
  expect((await send('GET', 'top/locks', { count: '10', stale: 'true' })).outcome).toBe(UNSUPPORTED)
  expect((await send('POST', 'force-unlock', { paths: 'photos/a.txt' })).outcome).toBe(UNSUPPORTED)
})

test('raw files: an encrypted archive with its key', async () => {
  const bucket = await given.bucket()
  await given.object(bucket, 'a.txt')
  const reply = await send('GET', 'inspect-data', { volume: bucket, file: 'a.txt/xl.meta' })
  expect(reply.outcome).toBe(differs({ engine: UNSUPPORTED, minio: '200' }, 'the engine has no such files'))
  if (reply.status === 200) expect(reply.bytes[0]).toBe(1)
})

test('profiles: a ZIP archive after the duration', async () => {
  const reply = await send('POST', 'profile', { profilerType: 'mem,goroutines', duration: '1s' })
  expect(reply.outcome).toBe(differs({ engine: UNSUPPORTED, minio: '200' }, 'the engine takes no profiles'))
  if (reply.status === 200) expect(reply.bytes.subarray(0, 2).toString()).toBe('PK')
})
