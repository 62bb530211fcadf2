import type { ObjectDetails } from '@cooperage/contract'
import { ActionIcon } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDate } from '../../shared/text/numbers.ts'
import { useDenied } from '../index.ts'
import { Card } from './Card.tsx'
import { LegalHoldDialog, RetentionDialog } from './dialogs.ts'
import classes from './ObjectPage.module.css'
import { isRealVersion, type ObjectRef } from './object-ref.ts'
import { UnreadableValue } from './UnreadableValue.tsx'

interface ProtectionCardProps {
  /** The version to change. */
  object: ObjectRef
  details: ObjectDetails
}

/** Legal hold and retention, each with an edit button if there is a version to lock (spec object-browser 2). */
export function ProtectionCard({ object, details }: ProtectionCardProps) {
  const { t } = useTranslation('objectDetail')
  const denied = useDenied(object.bucket, 'holdObject', 'retainObject')
  const [open, setOpen] = useState<'hold' | 'retention'>()
  const close = () => setOpen(undefined)
  const { legal_hold: hold, retention } = details
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
          unread={hasLock ? hold.unread?.message : undefined}
          edit={
            hasLock && hasVersion
              ? { label: t('legalHold.edit'), denied: denied.holdObject, onClick: () => setOpen('hold') }
              : undefined
          }
        />
        <Protection
          label={t('retention.label')}
          value={retentionText()}
          unread={hasLock ? retention.unread?.message : undefined}
          edit={
            hasLock && hasVersion
              ? { label: t('retention.edit'), denied: denied.retainObject, onClick: () => setOpen('retention') }
              : undefined
          }
        />
      </dl>
      {!hasLock && <p className={classes.note}>{t('protection.noLock')}</p>}
      {hasLock && !hasVersion && <p className={classes.note}>{t('protection.unversioned')}</p>}

      {open === 'hold' && <LegalHoldDialog object={object} isOn={hold.status === 'ON'} onClose={close} />}
      {open === 'retention' && <RetentionDialog object={object} stored={retention} onClose={close} />}
    </Card>
  )
}

interface ProtectionProps {
  label: string
  value: ReactNode
  /** Why the value is not known. */
  unread: string | undefined
  edit: { label: string; denied: string | undefined; onClick: () => void } | undefined
}

function Protection({ label, value, unread, edit }: ProtectionProps) {
  return (
    <div className={classes.fact}>
      <dt>{label}</dt>
      <dd>
        {unread === undefined ? value : <UnreadableValue reason={unread} />}
        {edit && (
          <ActionIcon
            variant="subtle"
            color="neutral"
            size={28}
            aria-label={edit.label}
            title={edit.denied ?? edit.label}
            {...(edit.denied === undefined
              ? { onClick: edit.onClick }
              : { 'aria-disabled': true, 'data-disabled': true, 'aria-description': edit.denied })}
          >
            <IconPencil size={16} />
          </ActionIcon>
        )}
      </dd>
    </div>
  )
}
