/** An account with a single right of an administrator opens the pages that it is for, reads their part, and nothing of the others. */
import { accountsOf, allow, startMinio } from '@cooperage/testkit'
import { afterAll, expect, test } from 'vitest'
import { startConsole } from './running-console.ts'
import { signedIn } from './visitor.ts'

/** Several drives, so that nothing is left out of what is for clusters. */
const storage = await startMinio({ pools: 2, drives: 2 })
const server = await startConsole(storage.url)
afterAll(async () => {
  await server?.stop()
  await storage?.stop()
})

/** Of everybody. */
const OWN_PAGES = ['/account', '/account/change-password', '/license']

/** The pages that each right opens, and what it lets the account read. */
const RIGHTS: Readonly<Record<string, { pages: readonly string[]; reads: readonly string[] }>> = {
  'admin:ServerInfo': {
    pages: ['/dashboard', '/metrics', '/pools', '/activity'],
    reads: ['admin/info', 'admin/pools', 'admin/pools/drives', 'admin/activity/scanner', 'admin/activity/drive-events'],
  },
  'admin:DataUsageInfo': { pages: ['/activity'], reads: ['admin/usage', 'admin/activity/usage'] },
  'admin:StorageInfo': { pages: [], reads: [] },
  'admin:Prometheus': {
    pages: ['/alerts', '/activity'],
    reads: ['admin/activity/lifecycle-queue', 'alerts', 'alerts/rules', 'alerts/past', 'alerts/channels'],
  },
  'admin:Decommission': { pages: ['/pools'], reads: ['admin/pools'] },
  'admin:Rebalance': { pages: ['/pools'], reads: ['admin/rebalance'] },
  'admin:SiteReplicationInfo': {
    pages: ['/site-replication'],
    // Without sites there is no resync to ask for, which needs admin:ServerInfo too.
    reads: ['admin/site-replication', 'admin/site-replication/status', 'admin/site-replication/resync'],
  },
  'admin:ListBatchJobs': {
    pages: ['/batch-jobs', '/activity'],
    reads: ['admin/batch-jobs', 'admin/batch-jobs/past'],
  },
  'admin:StartBatchJob': { pages: ['/batch-jobs'], reads: [] },
  'admin:Profiling': { pages: ['/support-tools'], reads: [] },
  'admin:TopLocksInfo': { pages: ['/support-tools'], reads: [] },
  'admin:ServerTrace': { pages: ['/trace', '/support-tools'], reads: [] },
  'admin:OBDInfo': { pages: ['/health-info', '/speed-tests'], reads: ['admin/speed-tests?kind=object'] },
  'admin:BandwidthMonitor': { pages: ['/speed-tests'], reads: ['admin/speed-tests?kind=client'] },
  'admin:Heal': { pages: ['/activity', '/heal'], reads: ['admin/heal'] },
  'admin:ConfigUpdate': {
    pages: ['/identity-providers', '/settings', '/webhook/logger', '/webhook/audit'],
    reads: ['second-factor'],
  },
  'admin:ConsoleLog': { pages: ['/logs'], reads: [] },
  'admin:ListTier': { pages: ['/settings/tiers'], reads: ['admin/tiers'] },
  'kms:Status': { pages: ['/kms/status'], reads: ['kms/status'] },
  'kms:ListKeys': { pages: ['/kms/keys'], reads: ['kms/key-list'] },
  'kms:ImportKey': { pages: ['/kms/import'], reads: [] },
  'admin:ListUsers': { pages: ['/users', '/users/:userName+'], reads: ['users'] },
  'admin:ListGroups': { pages: ['/groups'], reads: ['groups'] },
  'admin:ExportIAM': { pages: ['/iam-backup'], reads: [] },
}

const READS = new Set(Object.values(RIGHTS).flatMap(({ reads }) => reads))

test.each(Object.entries(RIGHTS))('%s', async (right, { pages, reads }) => {
  const user = await signedIn(server.url, await accountsOf(storage).allowed(allow([right])))
  const session = (await user.get('/api/v1/session')).json as { pages: string[] }
  expect(session.pages.filter((page) => !OWN_PAGES.includes(page)).toSorted()).toEqual(pages.toSorted())
  const seen: string[] = []
  for (const read of READS) {
    const { status, json } = await user.get(`/api/v1/${read}`)
    if (status === 403)
      expect(json).toMatchObject({ code: 'AccessDenied', message: expect.stringContaining('permission') })
    else seen.push(read)
  }
  expect(seen.toSorted()).toEqual(reads.toSorted())
})
