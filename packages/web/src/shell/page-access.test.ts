import { PAGES } from '@cooperage/contract'
import { expect, test } from 'vitest'
import { pageAccess } from './page-access.ts'

const ALL = ['/buckets', '/object-browser', '/object-browser/:bucket', '/object-browser/:bucket/*']

test.each([
  '/buckets',
  '/object-browser',
  '/object-browser/photos',
  '/object-browser/photos/',
  '/object-browser/photos/a/b/',
  '/object-browser/photos/a/b.txt',
])('%s is open when the session lists it', (path) => {
  expect(pageAccess(path, ALL)).toEqual({ kind: 'open' })
})

test('a user’s page is open for names with slashes, hand-written or encoded', () => {
  const pages = ['/users/:userName+']
  for (const path of ['/users/ann', '/users/teams%2Fann', '/users/teams/ann']) {
    expect(pageAccess(path, pages)).toEqual({ kind: 'open' })
  }
  expect(pageAccess('/users/', pages)).toEqual({ kind: 'unknown' })
})

test('the start leads to the first allowed page', () => {
  expect(pageAccess('/', ALL)).toEqual({ kind: 'go', path: '/buckets' })
  expect(pageAccess('/', ['/object-browser', '/object-browser/:bucket'])).toEqual({
    kind: 'go',
    path: '/object-browser',
  })
})

test('a page of this build that the session does not list leads to the first allowed page', () => {
  expect(pageAccess('/buckets', ['/object-browser'])).toEqual({ kind: 'go', path: '/object-browser' })
})

test('an address without a page is unknown', () => {
  expect(pageAccess('/nowhere', ALL)).toEqual({ kind: 'unknown' })
  expect(pageAccess('/bucket/photos', ALL)).toEqual({ kind: 'unknown' })
})

const EVERY_PAGE = PAGES.map(({ path }) => path)

/** Addresses of MinIO's consoles with the page, or the command, that does the same. */
const FORMER = [
  ['/minio', '/'],
  ['/minio/', '/'],
  ['/minio/login', '/'],
  ['/buckets/photos/browse', '/object-browser/photos/'],
  ['/buckets/photos/admin/summary', '/buckets/photos/summary'],
  ['/browser', '/object-browser'],
  ['/browser/photos', '/object-browser/photos/'],
  ['/browser/photos/dir', '/object-browser/photos/dir'],
  ['/browser/photos/dir%2F', '/object-browser/photos/dir/'],
  ['/browser/photos/ZGlyLw%3D%3D', '/object-browser/photos/dir/'],
  ['/browser/photos/ZGlyLw==', '/object-browser/photos/dir/'],
  ['/add-bucket', '/buckets?add=bucket'],
  ['/buckets/add-bucket', '/buckets?add=bucket'],
  ['/identity/users', '/users'],
  ['/identity/users/alice', '/users/alice'],
  ['/identity/users/add-user', '/users'],
  ['/identity/groups', '/groups'],
  ['/identity/policies', '/policies'],
  ['/identity/policies/readers', '/policies/readers'],
  ['/identity/account', '/account'],
  ['/identity/service-accounts', '/account'],
  ['/access-keys/new-account', '/account'],
  ['/settings/configurations/region', '/settings?section=region'],
  ['/settings/event-destinations', '/settings/notifications'],
  ['/settings/lambda', '/settings?section=lambda_webhook'],
  ['/configurations-list', '/settings'],
  ['/notification-endpoints', '/settings/notifications'],
  ['/tiers', '/settings/tiers'],
  ['/tools', '/logs'],
  ['/tools/metrics', '/dashboard'],
  ['/tools/logs', '/logs'],
  ['/tools/audit-logs', '/logs?tab=search'],
  ['/tools/trace', '/trace'],
  ['/tools/watch', '/watch'],
  ['/tools/heal', '/heal'],
  ['/tools/speedtest', '/speed-tests'],
  ['/tools/diagnostics', '/health-info'],
  ['/tools/inspect', '/support-tools?tab=inspect'],
  ['/support/inspect', '/support-tools?tab=inspect'],
  ['/traffic', '/dashboard?tab=traffic'],
  ['/support/register', '/license'],
  ['/support/health', '/health-info'],
  ['/kms', '/kms/status'],
  ['/kms/add-key', '/kms/keys'],
  ['/kms/import-key', '/kms/import'],
  ['/site-replication/add', '/site-replication'],
  ['/browser/photos/report-2026.txt', '/object-browser/photos/report-2026.txt'],
  ['/browser/photos/data', '/object-browser/photos/data'],
  ['/buckets/a%20b/admin/access/users', '/buckets/a%20b/access/users'],
] as const

test.each(FORMER)('%s of MinIO’s consoles leads to %s', (address, target) => {
  const access = pageAccess(address, EVERY_PAGE)
  expect(access).toEqual({ kind: 'go', path: target })
  const [path = ''] = target.split('?')
  if (path !== '/') expect(pageAccess(path, EVERY_PAGE)).toEqual({ kind: 'open' })
})

test.each([
  '/buckets',
  '/buckets/photos/summary',
  '/object-browser',
  '/object-browser/photos',
  '/access-keys',
  '/account',
  '/users',
  '/groups',
  '/policies',
  '/settings',
  '/settings/tiers',
  '/metrics',
  '/dashboard',
  '/trace',
  '/watch',
  '/logs',
  '/heal',
  '/license',
  '/health-info',
  '/speed-tests',
  '/site-replication',
])('%s is the same address in MinIO’s consoles', (address) => {
  expect(pageAccess(address, EVERY_PAGE)).toEqual({ kind: 'open' })
})

test('a former address with an invalid encoding is unknown', () => {
  expect(pageAccess('/identity/users/%ff', EVERY_PAGE)).toEqual({ kind: 'unknown' })
  expect(pageAccess('/browser/%ff', EVERY_PAGE)).toEqual({ kind: 'unknown' })
})
