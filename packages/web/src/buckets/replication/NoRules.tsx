import { getVersioning } from '@cooperage/contract'
import { IconAlertTriangle, IconCheck, IconCircle, IconCopy } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApiQuery } from '../../shared/api/use-api.ts'
import { ExplainedButton } from '../../shared/ExplainedButton.tsx'
import layout from '../../shared/layout.module.css'
import states from '../../shared/States.module.css'
import { useDenied } from '../index.ts'
import { SettingModals } from '../summary/dialogs.ts'
import classes from './ReplicationTab.module.css'

interface NoRulesProps {
  bucket: string
  /** Whether the storage server supports replication. */
  isOffered: boolean
  /** Why the account may not add a rule. */
  denied: string | undefined
}

/** The empty state: what replication is and what it requires; versioning can be turned on from here. */
export function NoRules({ bucket, isOffered, denied }: NoRulesProps) {
  const { t } = useTranslation('replication')
  return (
    <div className={states.state}>
      <div className={states.picture}>
        <IconCopy size={28} />
      </div>
      <p className={layout.heading}>{t(isOffered ? 'empty' : 'notOffered')}</p>
      <p className={states.text}>{t('emptyHint')}</p>
      {!isOffered && <p className={states.text}>{t('notOfferedHint')}</p>}
      {isOffered && (denied === undefined ? <Needs bucket={bucket} /> : <p className={states.text}>{denied}</p>)}
    </div>
  )
}

function Needs({ bucket }: { bucket: string }) {
  const { t } = useTranslation('replication')
  const versioning = useApiQuery(getVersioning, { params: { bucket } })
  const { writeVersioning: noVersioning } = useDenied(bucket, 'writeVersioning')
  const [isEditing, setEditing] = useState(false)
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
                disabledReason={noVersioning}
                onClick={() => setEditing(true)}
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
      {isEditing && <SettingModals setting="versioning" bucket={bucket} onClose={() => setEditing(false)} />}
    </>
  )
}

const Done = () => <IconCheck size={16} aria-hidden="true" />
const Missing = () => <IconAlertTriangle size={16} aria-hidden="true" />
const Dot = () => <IconCircle size={16} aria-hidden="true" />
