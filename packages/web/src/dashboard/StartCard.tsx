import '../messages/en/dashboard.ts'
import '../messages/en/start-card.ts'
import { getServerInfo, listOwnKeys, listUsers, type ServerInfo } from '@cooperage/contract'
import { Button } from '@mantine/core'
import { IconCircle, IconCircleCheckFilled } from '@tabler/icons-react'
import { type ReactNode, useEffect } from 'react'
import { CreateServiceAccountModal } from '../access-keys/index.ts'
import { CreateBucketModal, useDenied as useBucketDenied } from '../buckets/index.ts'
import { useTexts } from '../messages/use-texts.ts'
import { AppLink } from '../navigation/AppLink.tsx'
import { useNavigation } from '../navigation/navigation.ts'
import { objectBrowserPath } from '../navigation/paths/objects.ts'
import { guidePath } from '../navigation/paths/pages.ts'
import { useSession } from '../session/index.ts'
import { useApiQuery, useInvalidate } from '../shared/api/use-api.ts'
import { CopyButton } from '../shared/CopyButton.tsx'
import { clientEndpoint, shellWord } from '../shared/client-setup.ts'
import { ExplainedButton } from '../shared/ExplainedButton.tsx'
import layout from '../shared/layout.module.css'
import { useDialogs } from '../shared/use-dialogs.tsx'
import { CreateUserModal, useDenied as useUserDenied } from '../users/index.ts'
import classes from './dashboard.module.css'
import type { StartChoice } from './start-choice.ts'

/** Steps are also done elsewhere, such as an upload with mc: who returns to the card sees them done. */
const FRESH = { staleTime: 0, refreshMs: 5000 }

interface StartCardProps {
  info: ServerInfo
  choice: StartChoice | undefined
  onChoose: (choice: StartChoice) => void
}

/**
 * The first steps on an empty embedded engine, in place of charts that have nothing to show. A step is done when the storage
 * shows it, whoever did it and where; only for the backup it counts that its page was opened.
 */
export function StartCard({ info, choice, onChoose }: StartCardProps) {
  const t = useTexts('startCard')
  const { push } = useNavigation()
  const session = useSession()
  const pages = session?.pages ?? []
  const bucketDenied = useBucketDenied('', 'createBucket').createBucket
  const userDenied = useUserDenied('', 'createUser').createUser
  useApiQuery(getServerInfo, {}, FRESH)
  const keys = useApiQuery(listOwnKeys, {}, FRESH)
  const users = useApiQuery(listUsers, {}, { ...FRESH, enabled: pages.includes('/users') })
  const invalidate = useInvalidate()
  const closing = (close: () => void) => () => {
    close()
    void invalidate(getServerInfo)
  }
  const { open, dialog } = useDialogs({
    bucket: (close) => <CreateBucketModal onClose={closing(close)} />,
    client: (close) => <CreateServiceAccountModal user={undefined} onClose={closing(close)} />,
    user: (close) => <CreateUserModal onClose={closing(close)} />,
  })

  const done = {
    bucket: info.buckets > 0,
    upload: info.objects > 0,
    client: (keys.data?.length ?? 0) > 0,
    user: (users.data?.users.length ?? 0) > 0 || !pages.includes('/users'),
    backup: choice === 'read',
  }
  const isAllDone = Object.values(done).every(Boolean)
  useEffect(() => {
    if (isAllDone) onChoose('closed')
    else if (choice === undefined) onChoose('open')
  }, [isAllDone, choice, onChoose])

  const { endpoint } = clientEndpoint(session, location.hostname)
  const folder = info.servers[0]?.drives[0]?.path ?? ''
  return (
    <section className={`${layout.card} ${classes.start}`} aria-labelledby="dashboard-start">
      <div className={classes.startHead}>
        <h2 className={layout.heading} id="dashboard-start">
          {t('title')}
        </h2>
        <Button variant="subtle" size="compact-sm" onClick={() => onChoose('closed')}>
          {t('dismiss')}
        </Button>
        <p className={layout.note}>{t('purpose')}</p>
      </div>
      <ol className={classes.steps}>
        <Step id="bucket" isDone={done.bucket}>
          <ExplainedButton
            variant={done.bucket ? 'default' : 'filled'}
            size="sm"
            disabledReason={bucketDenied}
            onClick={() => open('bucket')}
          >
            {t('steps.bucket.action')}
          </ExplainedButton>
        </Step>
        <Step id="upload" isDone={done.upload}>
          <ExplainedButton
            variant={done.bucket && !done.upload ? 'filled' : 'default'}
            size="sm"
            disabledReason={done.bucket ? undefined : t('steps.upload.noBucket')}
            onClick={() => push(objectBrowserPath())}
          >
            {t('steps.upload.action')}
          </ExplainedButton>
        </Step>
        <Step id="client" isDone={done.client} facts={<Fact name={t('steps.client.address')} value={endpoint} />}>
          <Button variant="default" size="sm" onClick={() => open('client')}>
            {t('steps.client.action')}
          </Button>
        </Step>
        {pages.includes('/users') && (
          <Step id="user" isDone={done.user}>
            <ExplainedButton variant="default" size="sm" disabledReason={userDenied} onClick={() => open('user')}>
              {t('steps.user.action')}
            </ExplainedButton>
          </Step>
        )}
        <Step
          id="backup"
          isDone={done.backup}
          facts={
            folder !== '' && (
              <>
                <Fact name={t('steps.backup.folder')} value={folder} />
                <Fact
                  name={t('steps.backup.command')}
                  value={`cooperage engine backup --data ${shellWord(folder)} --to /mnt/backup/monday`}
                />
              </>
            )
          }
        >
          <AppLink to={guidePath('run')} target="_blank" onClick={() => onChoose('read')}>
            {t('steps.backup.action')}
          </AppLink>
        </Step>
      </ol>
      {dialog}
    </section>
  )
}

interface StepProps {
  id: 'bucket' | 'upload' | 'client' | 'user' | 'backup'
  isDone: boolean
  facts?: ReactNode
  /** What to do. */
  children: ReactNode
}

function Step({ id, isDone, facts, children }: StepProps) {
  const t = useTexts('startCard')
  const Icon = isDone ? IconCircleCheckFilled : IconCircle
  return (
    <li className={classes.step} data-done={isDone || undefined}>
      <Icon size={20} aria-hidden="true" className={isDone ? layout.good : layout.muted} />
      <div className={classes.stepText}>
        <h3 className={layout.subheading}>
          {t(`steps.${id}.title`)}
          {isDone && <span className={`${layout.note} ${classes.done}`}>{t('done')}</span>}
        </h3>
        <p className={layout.note}>{t(`steps.${id}.hint`)}</p>
        {facts && <dl className={`${layout.facts} ${classes.startFacts}`}>{facts}</dl>}
      </div>
      <div className={classes.stepAction}>{children}</div>
    </li>
  )
}

/** A value to copy. */
function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className={classes.copied}>
        <code translate="no">{value}</code>
        <CopyButton text={value} what={name} />
      </dd>
    </div>
  )
}
