import { useHasAdmin, useSession } from '../../session/index.ts'
import { useCan } from '../index.ts'
import { BUCKET_TABS, type BucketTab } from './tabs.ts'

/** `unknown` until the server has reported whether the account has the permission. */
type TabAccess = 'open' | 'denied' | 'unknown'

const PERMISSIONS = BUCKET_TABS.flatMap(({ permission }) => permission ?? [])

/** The tabs that exist in this setup, and which of them the account may open. */
export function useBucketTabs(bucket: string): { tab: BucketTab; access: TabAccess }[] {
  const isDistributed = useSession()?.distributedMode === true
  const hasAdmin = useHasAdmin()
  const can = useCan(bucket, ...PERMISSIONS)
  const exists = (tab: BucketTab) => (isDistributed || !tab.isForDistributed) && (hasAdmin || !tab.needsAdmin)
  return BUCKET_TABS.filter(exists).map((tab) => ({
    tab,
    access: tabAccess(tab.permission && { isGranted: can[tab.permission] }),
  }))
}

/** A tab without a permission is open: what can't be read there is reported in place. */
function tabAccess(permission: { isGranted: boolean | undefined } | undefined): TabAccess {
  if (permission === undefined || permission.isGranted === true) return 'open'
  return permission.isGranted === false ? 'denied' : 'unknown'
}
