import { useSession } from '../../session/index.ts'
import { useCan } from '../index.ts'
import { type TabAccess, tabAccess } from './tab-access.ts'
import { BUCKET_TABS, type BucketTab } from './tabs.ts'

const PERMISSIONS = BUCKET_TABS.flatMap(({ permission }) => permission ?? [])

/** The tabs that exist in this setup, and which of them the account may open. */
export function useBucketTabs(bucket: string): { tab: BucketTab; access: TabAccess }[] {
  const isDistributed = useSession()?.distributedMode === true
  const can = useCan(bucket, ...PERMISSIONS)
  return BUCKET_TABS.filter((tab) => isDistributed || !tab.isForDistributed).map((tab) => ({
    tab,
    access: tabAccess(tab.permission && { isGranted: can[tab.permission] }),
  }))
}
