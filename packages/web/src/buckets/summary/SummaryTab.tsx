import '../../messages/en/bucket.ts'
import '../../messages/en/buckets.ts'
import { getObjectLocking } from '@cooperage/contract'
import { useEffect, useState } from 'react'
import { useSession } from '../../session/index.ts'
import { useApiQuery } from '../../shared/api/use-api.ts'
import type { BucketTabProps } from '../detail/tab-props.ts'
import { AccessCard } from './AccessCard.tsx'
import { CorsCard } from './CorsCard.tsx'
import { type SettingId, SettingModals } from './dialogs.ts'
import { EncryptionCard } from './EncryptionCard.tsx'
import { LockingCard } from './LockingCard.tsx'
import { QuotaCard } from './QuotaCard.tsx'
import { ReplicationCard } from './ReplicationCard.tsx'
import { RetentionCard } from './RetentionCard.tsx'
import classes from './SummaryTab.module.css'
import { TagsCard } from './TagsCard.tsx'
import { UsageCard } from './UsageCard.tsx'
import { VersioningCard } from './VersioningCard.tsx'

/**
 * The settings of a bucket (spec core-console 2). Each setting is loaded separately: one that can't be read says why in its own
 * card, and doesn't affect the others.
 */
export function SummaryTab({ bucket }: BucketTabProps) {
  const isDistributed = useSession()?.distributedMode === true
  const locking = useApiQuery(getObjectLocking, { params: { bucket } }, { enabled: isDistributed })
  const isLocked = locking.data?.object_locking_enabled === true
  const [editing, setEditing] = useState<SettingId>()
  useEffect(() => {
    // Preloading only: what fails to load now is loaded again, or reported, when it is opened.
    SettingModals.load().catch(() => undefined)
  }, [])
  const edit = (id: SettingId) => () => setEditing(id)

  return (
    <>
      <div className={classes.grid}>
        <AccessCard bucket={bucket} onEdit={edit('access')} />
        <UsageCard bucket={bucket} />
        {isDistributed && <VersioningCard bucket={bucket} onEdit={edit('versioning')} />}
        {isDistributed && <QuotaCard bucket={bucket} onEdit={edit('quota')} />}
        {isDistributed && <LockingCard query={locking} />}
        {isDistributed && isLocked && <RetentionCard bucket={bucket} onEdit={edit('retention')} />}
        <EncryptionCard bucket={bucket} onEdit={edit('encryption')} />
        <TagsCard bucket={bucket} onEdit={edit('tags')} />
        <CorsCard bucket={bucket} onEdit={edit('cors')} />
        {isDistributed && <ReplicationCard bucket={bucket} />}
      </div>
      {editing && <SettingModals setting={editing} bucket={bucket} onClose={() => setEditing(undefined)} />}
    </>
  )
}
