import type { ObjectDetails, Unread } from '@cooperage/contract'
import { ActionIcon } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTexts } from '../../messages/use-texts.ts'
import { explained } from '../../shared/ExplainedButton.tsx'
import layout from '../../shared/layout.module.css'
import { formatDate } from '../../shared/text/numbers.ts'
import { useDialogs } from '../../shared/use-dialogs.tsx'
import { LegalHoldDialog, RetentionDialog, useDenied } from '../index.ts'
import { Card } from './Card.tsx'
import classes from './detail.module.css'
import { isRealVersion, type ObjectRef } from './object-ref.ts'
import { UnreadableValue } from './UnreadableValue.tsx'

interface ProtectionCardProps {
  /** The version to change. */
  object: ObjectRef
  details: ObjectDetails
}

/** Legal hold and retention, each with an edit button if there is a version to lock (spec object-browser 2). */
export function ProtectionCard({ object, details }: ProtectionCardProps) {
  const t = useTexts('objectDetail')
  const denied = useDenied(object.bucket, 'holdObject', 'retainObject')
  const { legal_hold: hold, retention } = details
  const { open, dialog } = useDialogs({
    hold: (close) => <LegalHoldDialog object={object} isOn={hold.status === 'ON'} onClose={close} />,
    retention: (close) => <RetentionDialog object={object} stored={retention} onClose={close} />,
  })
  const hasVersion = isRealVersion(object.versionId)
  const hasLock = hold.unread?.code !== 'NoObjectLock' && retention.unread?.code !== 'NoObjectLock'
  const retentionText = () => {
    if (retention.mode === '') return t('retention.none')
    const mode = t(`retention.modes.${retention.mode}`)
    const isOver = Date.parse(retention.until) <= Date.now()
    return t(isOver ? 'retention.over' : 'retention.until', { mode, time: formatDate(retention.until) })
  }
  return (
    <Card label={t('protection.label')}>
      <dl className={classes.facts}>
        <Protection
          label={t('legalHold.label')}
          value={t(hold.status === 'ON' ? 'legalHold.on' : 'legalHold.off')}
          unread={hasLock ? hold.unread : null}
          edit={
            hasLock && hasVersion && isSupported(hold.unread)
              ? { label: t('legalHold.edit'), disabledReason: denied.holdObject, onClick: () => open('hold') }
              : undefined
          }
        />
        <Protection
          label={t('retention.label')}
          value={retentionText()}
          unread={hasLock ? retention.unread : null}
          edit={
            hasLock && hasVersion && isSupported(retention.unread)
              ? { label: t('retention.edit'), disabledReason: denied.retainObject, onClick: () => open('retention') }
              : undefined
          }
        />
      </dl>
      {!hasLock && <p className={layout.note}>{t('protection.noLock')}</p>}
      {hasLock && !hasVersion && isSupported(hold.unread) && (
        <p className={layout.note}>{t('protection.unversioned')}</p>
      )}
      {dialog}
    </Card>
  )
}

const isSupported = (unread: Unread) => unread?.code !== 'NotInThisSetup'

interface ProtectionProps {
  label: string
  value: ReactNode
  /** Why the value is not known. */
  unread: Unread
  edit: { label: string; disabledReason: string | undefined; onClick: () => void } | undefined
}

function Protection({ label, value, unread, edit }: ProtectionProps) {
  return (
    <div className={classes.fact}>
      <dt>{label}</dt>
      <dd>
        {unread === null ? value : <UnreadableValue unread={unread} />}
        {edit && (
          <ActionIcon
            variant="subtle"
            color="neutral"
            size={28}
            aria-label={edit.label}
            title={edit.label}
            {...explained(edit.disabledReason)}
            onClick={edit.disabledReason === undefined ? edit.onClick : undefined}
          >
            <IconPencil size={16} />
          </ActionIcon>
        )}
      </dd>
    </div>
  )
}
