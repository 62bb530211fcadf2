import { Button } from '@mantine/core'
import { IconAlertTriangle, IconLock } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useEffect, useId } from 'react'
import { useTexts } from '../messages/use-texts.ts'
import type { ApiError } from './api/api-error.ts'
import { ExplainedButton } from './ExplainedButton.tsx'
import { ErrorFacts } from './feedback/ErrorFacts.tsx'
import classes from './SettingCard.module.css'
import { named } from './text/punctuation.ts'
import { useDelayed } from './use-delayed.ts'

const SKELETON_AFTER_MS = 100

/** Around several cards. */
export const settingsClass = classes.settings

/**
 * On pages that list what the server doesn't have: called by each card whenever that is known of its setting. Such a card doesn't
 * show itself.
 */
export const MissingSettings = createContext<((label: string, isMissing: boolean) => void) | undefined>(undefined)

export interface CardEdit {
  /** What the button shows; default `Edit`. */
  text?: string
  /** The accessible name of the button: `Edit quota`. */
  label: string
  onClick: () => void
  disabledReason?: string | undefined
}

interface SettingCardProps<T> {
  label: string
  query: Pick<UseQueryResult<T, ApiError>, 'data' | 'error' | 'isPending' | 'isFetching'> & { refetch: () => unknown }
  edit?: CardEdit | undefined
  children: (data: T) => { value: ReactNode; note?: ReactNode }
}

/** One setting, of a bucket or a cluster: its value, or why it can't be read, and the edit button. */
export function SettingCard<T>({ label, query, edit, children }: SettingCardProps<T>) {
  const t = useTexts()
  const id = useId()
  const { data, error } = query
  const showsSkeleton = useDelayed(query.isPending, SKELETON_AFTER_MS)
  const isUnsupported = error?.code === 'NotInThisSetup'
  const reportMissing = useContext(MissingSettings)
  useEffect(() => reportMissing?.(label, isUnsupported), [reportMissing, label, isUnsupported])
  if (isUnsupported && reportMissing) return null
  const shown = isUnsupported ? { value: t('settingCard.notSupported'), note: error.message } : data && children(data)
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
            {edit.text ?? t('settingCard.edit')}
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
            {error.message} {error.detailedMessage} <ErrorFacts error={error} detail="none" />
          </span>
          <Button
            variant="subtle"
            size="compact-xs"
            aria-label={named(t('retry'), label)}
            loading={query.isFetching}
            onClick={() => void query.refetch()}
          >
            {t('retry')}
          </Button>
        </div>
      )}
    </section>
  )
}
