import '../../messages/en/bucket.ts'
import '../../messages/en/buckets.ts'
import { getObjectLocking } from '@cooperage/contract'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useHasAdmin, useSession } from '../../session/index.ts'
import { useApiQuery } from '../../shared/api/use-api.ts'
import { useDialogs } from '../../shared/use-dialogs.tsx'
import classes from '../detail/bucket.module.css'
import type { BucketTabProps } from '../detail/tabs.ts'
import { SettingModals } from '../index.ts'
import {
  AccessCard,
  CorsCard,
  EncryptionCard,
  LockingCard,
  QuotaCard,
  ReplicationCard,
  RetentionCard,
  TagsCard,
  UsageCard,
  VersioningCard,
} from './cards.tsx'
import type { SettingId } from './settings.ts'

/**
 * The settings of a bucket (spec core-console 2). Each setting is loaded separately: one that can't be read says why in its own
 * card, and doesn't affect the others.
 */
export function SummaryTab({ bucket }: BucketTabProps) {
  const { t } = useTranslation('bucket')
  const session = useSession()
  const hasAdmin = useHasAdmin()
  const isDistributed = session?.distributedMode === true
  const locking = useApiQuery(getObjectLocking, { params: { bucket } }, { enabled: isDistributed })
  const isLocked = locking.data?.object_locking_enabled === true
  const { open, dialog } = useDialogs({
    edit: (close, setting: SettingId) => <SettingModals setting={setting} bucket={bucket} onClose={close} />,
  })
  useEffect(() => {
    // Preloading only: what fails to load now is loaded again, or reported, when it is opened.
    SettingModals.load().catch(() => undefined)
  }, [])
  const edit = (id: SettingId) => () => open('edit', id)

  return (
    <>
      <div className={classes.settings}>
        <AccessCard bucket={bucket} onEdit={edit('access')} />
        {hasAdmin && <UsageCard bucket={bucket} />}
        {isDistributed && <VersioningCard bucket={bucket} onEdit={edit('versioning')} />}
        {isDistributed && hasAdmin && <QuotaCard bucket={bucket} onEdit={edit('quota')} />}
        {isDistributed && <LockingCard query={locking} />}
        {isDistributed && isLocked && <RetentionCard bucket={bucket} onEdit={edit('retention')} />}
        <EncryptionCard bucket={bucket} onEdit={edit('encryption')} />
        <TagsCard bucket={bucket} onEdit={edit('tags')} />
        <CorsCard bucket={bucket} onEdit={edit('cors')} />
        {isDistributed && hasAdmin && <ReplicationCard bucket={bucket} />}
      </div>
      {session && !hasAdmin && <p className={classes.onlyS3}>{t('summary.onlyS3', { product: session.product })}</p>}
      {dialog}
    </>
  )
}
