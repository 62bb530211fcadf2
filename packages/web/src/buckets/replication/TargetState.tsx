import type { ReplicationTarget } from '@cooperage/contract'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Timestamp } from '../../shared/text/Timestamp.tsx'
import classes from './RuleModal.module.css'

/** Whether the other server responds, according to the last check of the storage server. */
export function TargetState({ target: { online, lastOnline } }: { target: ReplicationTarget }) {
  const { t } = useTranslation('replication')
  if (online) {
    return (
      <span className={classes.state} data-tone="good">
        <IconCheck size={16} aria-hidden="true" /> {t('rule.online')}
      </span>
    )
  }
  // Servers report a new target as offline until their first check.
  if (lastOnline === '') return t('rule.notChecked')
  return (
    <span className={classes.state} data-tone="bad">
      <IconAlertTriangle size={16} aria-hidden="true" />
      <span>
        {t('rule.offlineSince')} <Timestamp iso={lastOnline} />
      </span>
    </span>
  )
}
