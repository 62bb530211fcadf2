import { ADMIN_FEATURE, GARAGE_FEATURE, IAM_FEATURE, type Session } from '@cooperage/contract'
import { Button } from '@mantine/core'
import { IconUserCircle } from '@tabler/icons-react'
import { useTexts } from '../messages/use-texts.ts'
import { useTimeLeft } from '../session/index.ts'
import { LanguageMenu } from '../shared/LanguageMenu.tsx'
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
  const t = useTexts('shell')
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
  const t = useTexts(['shell', 'shared'])
  const timeLeft = useTimeLeft(endsAt)
  const api = () => {
    if (session.features.includes(ADMIN_FEATURE)) return session.distributedMode ? 'erasureCoded' : 'notErasureCoded'
    if (session.features.includes(GARAGE_FEATURE)) return 's3AndGarage'
    return session.features.includes(IAM_FEATURE) ? 's3AndIam' : 'onlyS3'
  }
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
            {/* A server that doesn't say its name is called S3. */}
            {session.product === 'S3' ? t(api()) : `${session.product}, ${t(api())}`}
          </span>
        )}
      </dd>
      <dt>{t('version')}</dt>
      <dd>{VERSION}</dd>
      <dt aria-hidden="true">{t('shared:language')}</dt>
      <dd>
        <LanguageMenu />
      </dd>
    </dl>
  )
}
