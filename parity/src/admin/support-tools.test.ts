/** What support asks for: locks, raw files, profiles. */
import { expect, test } from 'vitest'
import { outcome, request, target } from '../target.ts'

const UNSUPPORTED = { status: 426, code: 'XMinioAdminVersionMismatch' }

const send = (method: string, call: string, query: Record<string, string>, credentials = target.root) =>
  request({ method, path: `/minio/admin/v3/${call}`, query, region: '', credentials })

test('locks: only a cluster of several nodes lists and releases them', async () => {
  expect(outcome(await send('GET', 'top/locks', { count: '10', stale: 'true' }))).toEqual(UNSUPPORTED)
  expect(outcome(await send('POST', 'force-unlock', { paths: 'photos/a.txt' }))).toEqual(UNSUPPORTED)
})
