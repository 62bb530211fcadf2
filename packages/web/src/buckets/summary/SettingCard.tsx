import { Button } from '@mantine/core'
import { IconAlertTriangle, IconLock } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApiError } from '../../shared/api/api-error.ts'
import { ExplainedButton } from '../../shared/ExplainedButton.tsx'
import { useDelayed } from '../../shared/use-delayed.ts'
import classes from '../detail/bucket.module.css'
import { type Permission, useDenied } from '../index.ts'

const SKELETON_AFTER_MS = 100

interface CardEdit {
  /** The accessible name of the button: `Edit quota`. */
  label: string
  onClick: () => void
  disabledReason?: string | undefined
}

interface SettingCardProps<T> {
  label: string
  query: UseQueryResult<T, ApiError>
  edit?: CardEdit | undefined
  children: (data: T) => { value: ReactNode; note?: ReactNode }
}

/** One setting of a bucket: its value, or why it can't be read, and the edit button. */
export function SettingCard<T>({ label, query, edit, children }: SettingCardProps<T>) {
  const { t } = useTranslation(['bucket', 'shared'])
  const id = useId()
  const { data, error } = query
  const showsSkeleton = useDelayed(query.isPending, SKELETON_AFTER_MS)
  const isUnsupported = error?.code === 'NotInThisSetup'
  const shown = isUnsupported ? { value: t('summary.notSupported'), note: error.message } : data && children(data)
  return (
    <section className={classes.setting} aria-labelledby={id} aria-busy={query.isPending}>
      <div className={classes.settingHead}>
        <h2 id={id} className={classes.settingName}>
          {label}
        </h2>
        {edit && data !== undefined && !isUnsupported && (
          <ExplainedButton
            variant="subtle"
            size="compact-sm"
            aria-label={edit.label}
            disabledReason={edit.disabledReason}
            onClick={edit.onClick}
          >
            {t('summary.edit')}
          </ExplainedButton>
        )}
      </div>
      {showsSkeleton && <div className={classes.skeleton} />}
      {shown && <div className={classes.settingValue}>{shown.value}</div>}
      {shown?.note && <div className={classes.settingNote}>{shown.note}</div>}
      {error && !isUnsupported && (
        <div className={classes.failure} role="alert" data-tone={error.status === 403 ? 'refused' : 'bad'}>
          {error.status === 403 ? (
            <IconLock size={16} aria-hidden="true" />
          ) : (
            <IconAlertTriangle size={16} aria-hidden="true" />
          )}
          <span>
            {error.message} {error.detailedMessage}
          </span>
          <Button
            variant="subtle"
            size="compact-xs"
            aria-label={`${t('shared:retry')}: ${label}`}
            loading={query.isFetching}
            onClick={() => void query.refetch()}
          >
            {t('shared:retry')}
          </Button>
        </div>
      )}
    </section>
  )
}

/** The edit action of a card, disabled with the reason where the account may not use it. */
export function useEdit(bucket: string, permission: Permission, label: string, onClick: () => void): CardEdit {
  return { label, onClick, disabledReason: useDenied(bucket, permission)[permission] }
}
