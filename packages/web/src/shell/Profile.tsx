import { ADMIN_FEATURE, type Session } from '@cooperage/contract'
import { Button } from '@mantine/core'
import { IconUserCircle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useTimeLeft } from '../session/index.ts'
import { InfoCard } from '../shared/overlay/InfoCard.tsx'
import { ObjectName } from '../shared/text/ObjectName.tsx'
import { Timestamp } from '../shared/text/Timestamp.tsx'
import { plainName } from '../shared/text/visible-name.ts'
import { VERSION } from '../shared/version.ts'
import classes from './shell.module.css'

interface ProfileProps {
  session: Session
  /** Expiry of the session by this machine's clock. */
  endsAt: number
  isNarrow: boolean
  onShowShortcuts: () => void
}

/** The signed-in account, the expiry of its session, and its storage server. */
export function Profile({ session, endsAt, isNarrow, onShowShortcuts }: ProfileProps) {
  const { t } = useTranslation('shell')
  const { displayName } = session
  return (
    <InfoCard
      position={isNarrow ? 'right-end' : 'top-start'}
      width={300}
      button={(opener) => (
        <button
          {...opener}
          type="button"
          className={classes.item}
          title={plainName(displayName)}
          aria-label={t('profile', { account: plainName(displayName) })}
        >
          <IconUserCircle size={18} aria-hidden="true" />
          <span className={classes.text}>
            <ObjectName name={displayName} />
          </span>
        </button>
      )}
    >
      {(close) => (
        <>
          <Facts session={session} endsAt={endsAt} />
          <Button
            variant="default"
            size="xs"
            fullWidth
            onClick={() => {
              close()
              onShowShortcuts()
            }}
          >
            {t('shortcuts.title')}
          </Button>
        </>
      )}
    </InfoCard>
  )
}

/** Mounted only while it is open: the remaining time updates. */
function Facts({ session, endsAt }: Pick<ProfileProps, 'session' | 'endsAt'>) {
  const { t } = useTranslation('shell')
  const timeLeft = useTimeLeft(endsAt)
  const hasAdmin = session.features.includes(ADMIN_FEATURE)
  return (
    <dl className={classes.facts}>
      <dt>{t('signedInAs')}</dt>
      <dd className={classes.account}>
        <ObjectName name={session.displayName} />
        <span className={classes.small}>{t(`ways.${session.way}`, session)}</span>
      </dd>
      <dt>{t('sessionEnds')}</dt>
      <dd>
        {timeLeft}
        <span className={classes.small}>
          <Timestamp iso={session.expiresAt} />
        </span>
      </dd>
      <dt>{t('storageServer')}</dt>
      <dd>
        {session.storage}
        {!session.operator && (
          <span className={classes.small}>
            {session.product},{' '}
            {hasAdmin ? t(session.distributedMode ? 'erasureCoded' : 'notErasureCoded') : t('onlyS3')}
          </span>
        )}
      </dd>
      <dt>{t('version')}</dt>
      <dd>{VERSION}</dd>
    </dl>
  )
}
