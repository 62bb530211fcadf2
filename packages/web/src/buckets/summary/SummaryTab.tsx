import '../../messages/en/bucket.ts'
import '../../messages/en/buckets.ts'
import { getObjectLocking } from '@cooperage/contract'
import { useCallback, useEffect, useState } from 'react'
import { useTexts } from '../../messages/use-texts.ts'
import { useHasAdmin, useHasGarage, useHasIam, useSession } from '../../session/index.ts'
import { useApiQuery } from '../../shared/api/use-api.ts'
import layout from '../../shared/layout.module.css'
import { MissingSettings, settingsClass } from '../../shared/SettingCard.tsx'
import { comma } from '../../shared/text/punctuation.ts'
import { useDialogs } from '../../shared/use-dialogs.tsx'
import classes from '../detail/bucket.module.css'
import type { BucketTabProps } from '../detail/tabs.ts'
import { GarageCards, SettingModals, UsageHistory } from '../index.ts'
import { CountedUsageCard } from './CountedUsageCard.tsx'
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
  const t = useTexts('bucket')
  const session = useSession()
  const hasAdmin = useHasAdmin()
  const hasIam = useHasIam()
  const hasGarage = useHasGarage()
  const note = hasGarage ? 's3AndGarage' : hasIam ? 's3AndIam' : 'onlyS3'
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
  const { missing, report } = useMissing()
  const edit = (id: SettingId) => () => open('edit', id)

  return (
    <MissingSettings value={hasAdmin ? undefined : report}>
      <div className={layout.stack}>
        <div className={settingsClass}>
          {hasGarage ? <GarageCards bucket={bucket} /> : <AccessCard bucket={bucket} onEdit={edit('access')} />}
          {hasAdmin && <UsageCard bucket={bucket} />}
          {session && !hasAdmin && !hasGarage && <CountedUsageCard bucket={bucket} product={session.product} />}
          {isDistributed && !hasGarage && <VersioningCard bucket={bucket} onEdit={edit('versioning')} />}
          {isDistributed && (hasAdmin || hasGarage) && <QuotaCard bucket={bucket} onEdit={edit('quota')} />}
          {isDistributed && <LockingCard query={locking} />}
          {isDistributed && isLocked && <RetentionCard bucket={bucket} onEdit={edit('retention')} />}
          <EncryptionCard bucket={bucket} onEdit={edit('encryption')} />
          <TagsCard bucket={bucket} onEdit={edit('tags')} />
          <CorsCard bucket={bucket} onEdit={edit('cors')} />
          {isDistributed && hasAdmin && <ReplicationCard bucket={bucket} />}
        </div>
        {hasAdmin && <UsageHistory bucket={bucket} />}
        {session && !hasAdmin && (
          <p className={classes.onlyS3} role="status">
            {t(`summary.${note}`, { product: session.product })}
            {missing.length > 0 && ` ${t('summary.missing', { settings: missing.join(comma()) })}`}
          </p>
        )}
        {dialog}
      </div>
    </MissingSettings>
  )
}

/** The settings that the server doesn't have, by the labels of their cards. */
function useMissing() {
  const [missing, setMissing] = useState<readonly string[]>([])
  const report = useCallback((label: string, isMissing: boolean) => {
    setMissing((known) => {
      if (known.includes(label) === isMissing) return known
      return isMissing ? [...known, label] : known.filter((one) => one !== label)
    })
  }, [])
  return { missing, report }
}
