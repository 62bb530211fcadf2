import type { Session } from '@cooperage/contract'
import { Button, Popover } from '@mantine/core'
import { IconUserCircle } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useTimeLeft } from '../session/index.ts'
import { Timestamp } from '../shared/text/Timestamp.tsx'
import classes from './Profile.module.css'
import menuClasses from './SideMenu.module.css'

interface ProfileProps {
  session: Session
  /** End of the session by this machine's clock. */
  endsAt: number
  isNarrow: boolean
  onShowShortcuts: () => void
}

/** Who is signed in, until when, and to which storage server. */
export function Profile({ session, endsAt, isNarrow, onShowShortcuts }: ProfileProps) {
  const { t } = useTranslation('shell')
  const [isOpen, setOpen] = useState(false)
  const { accountName } = session
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position={isNarrow ? 'right-end' : 'top-start'}
      width={300}
      offset={6}
      trapFocus
      returnFocus
      transitionProps={{ duration: 120 }}
    >
      <Popover.Target>
        <button
          type="button"
          className={menuClasses.item}
          title={accountName}
          aria-label={t('profile', { account: accountName })}
          onClick={() => setOpen(!isOpen)}
        >
          <IconUserCircle size={18} stroke={1.6} aria-hidden="true" />
          <span className={menuClasses.text}>{accountName}</span>
        </button>
      </Popover.Target>
      <Popover.Dropdown className={classes.card}>
        <Facts session={session} endsAt={endsAt} />
        <Button
          variant="default"
          size="xs"
          fullWidth
          onClick={() => {
            setOpen(false)
            onShowShortcuts()
          }}
        >
          {t('shortcuts.title')}
        </Button>
      </Popover.Dropdown>
    </Popover>
  )
}

/** Mounted while it is looked at: the time left goes on. */
function Facts({ session, endsAt }: Pick<ProfileProps, 'session' | 'endsAt'>) {
  const { t } = useTranslation('shell')
  const timeLeft = useTimeLeft(endsAt)
  return (
    <dl className={classes.facts}>
      <dt>{t('signedInAs')}</dt>
      <dd className={classes.account}>{session.accountName}</dd>
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
        <span className={classes.small}>{t(session.distributedMode ? 'erasureCoded' : 'notErasureCoded')}</span>
      </dd>
    </dl>
  )
}
