import { getVersioning } from '@cooperage/contract'
import { IconAlertTriangle, IconCheck, IconCircle } from '@tabler/icons-react'
import { useTexts } from '../../messages/use-texts.ts'
import { useApiQuery } from '../../shared/api/use-api.ts'
import { ExplainedButton } from '../../shared/ExplainedButton.tsx'
import states from '../../shared/States.module.css'
import { useDialogs } from '../../shared/use-dialogs.tsx'
import { SettingModals, useDenied } from '../index.ts'
import classes from './replication.module.css'

interface NoRulesProps {
  bucket: string
  /** Whether the storage server supports replication. */
  isOffered: boolean
  /** Why the account may not add a rule. */
  denied: string | undefined
}

/** What is said below an empty list: what replication requires; versioning can be turned on from here. */
export function NoRules({ bucket, isOffered, denied }: NoRulesProps) {
  const t = useTexts('replication')
  if (!isOffered) return <p className={states.text}>{t('notOfferedHint')}</p>
  return denied === undefined ? <Needs bucket={bucket} /> : <p className={states.text}>{denied}</p>
}

function Needs({ bucket }: { bucket: string }) {
  const t = useTexts('replication')
  const versioning = useApiQuery(getVersioning, { params: { bucket } })
  const { writeVersioning } = useDenied(bucket, 'writeVersioning')
  const { open, dialog } = useDialogs({
    versioning: (close) => <SettingModals setting="versioning" bucket={bucket} onClose={close} />,
  })
  const isVersioned = versioning.data?.is_versioned
  return (
    <>
      <ul className={classes.needs} aria-label={t('needs.label')}>
        <li data-tone={isVersioned === undefined ? undefined : isVersioned ? 'good' : 'warn'}>
          {isVersioned === undefined ? <Dot /> : isVersioned ? <Done /> : <Missing />}
          {isVersioned === undefined && <span>{versioning.error && t('needs.unknown')}</span>}
          {isVersioned === true && <span>{t('needs.versioned')}</span>}
          {isVersioned === false && (
            <span>
              {t('needs.notVersioned')}{' '}
              <ExplainedButton
                variant="subtle"
                size="compact-sm"
                px={4}
                disabledReason={writeVersioning}
                onClick={() => open('versioning')}
              >
                {t('needs.enable')}
              </ExplainedButton>
            </span>
          )}
        </li>
        <li>
          <Dot />
          <span>{t('needs.remote')}</span>
        </li>
        <li>
          <Dot />
          <span>{t('needs.keys')}</span>
        </li>
      </ul>
      {dialog}
    </>
  )
}

const Done = () => <IconCheck size={16} aria-hidden="true" />
const Missing = () => <IconAlertTriangle size={16} aria-hidden="true" />
const Dot = () => <IconCircle size={16} aria-hidden="true" />
