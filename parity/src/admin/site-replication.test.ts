/** Site replication on a server that the others don't know: the engine has no such calls, and MinIO has nothing to tell. */
import { accountsOf } from '@cooperage/testkit'
import { expect, test } from 'vitest'
import { differs, target } from '../target.ts'
import { admin, allow } from './iam-calls.ts'

const CALLS: [method: string, call: string, action: string, query?: Record<string, string>][] = [
  ['GET', 'info', 'admin:SiteReplicationInfo'],
  ['GET', 'status', 'admin:SiteReplicationInfo', { buckets: 'true', metrics: 'true' }],
  ['GET', 'metainfo', 'admin:SiteReplicationInfo'],
  ['GET', 'peer/idp-settings', 'admin:SiteReplicationAdd'],
  ['PUT', 'add', 'admin:SiteReplicationAdd'],
  ['PUT', 'edit', 'admin:SiteReplicationAdd'],
  ['PUT', 'remove', 'admin:SiteReplicationRemove'],
  ['PUT', 'resync/op', 'admin:SiteReplicationResync', { operation: 'start' }],
]

test.each(CALLS)('%s site-replication/%s', async (method, call, action, query = {}) => {
  const path = `site-replication/${call}`
  const unsupported = '426 XMinioAdminVersionMismatch'
  // An empty change isn't one.
  const plain = method === 'GET' ? undefined : {}
  const minio = method === 'GET' ? '200' : expect.stringMatching(/^400 ./)
  const [other, allowed] = await Promise.all([
    accountsOf(target).allowed(allow(['s3:GetObject'], '*')),
    accountsOf(target).allowed(allow([action])),
  ])
  expect((await admin(method, path, { query, plain, as: other })).outcome).toBe(
    differs({ engine: unsupported, minio: '403 AccessDenied' }, 'the engine has a single site'),
  )
  expect((await admin(method, path, { query, plain, as: allowed })).outcome).toEqual(
    differs({ engine: unsupported, minio }, 'the engine has a single site'),
  )
})
