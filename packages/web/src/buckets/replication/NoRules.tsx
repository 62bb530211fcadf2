import { getVersioning, permissionError } from '@cooperage/contract'
import { IconAlertTriangle, IconCheck, IconCircle, IconCopy } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApiQuery } from '../../shared/api/use-api.ts'
import { ExplainedButton } from '../../shared/ExplainedButton.tsx'
import states from '../../shared/States.module.css'
import { PERMISSIONS, useCan } from '../permissions.ts'
import { SettingModals } from '../summary/dialogs.ts'
import classes from './ReplicationTab.module.css'

interface NoRulesProps {
  bucket: string
  /** Whether the storage server replicates at all. */
  isOffered: boolean
  /** Why the account may not add one. */
  lacks: string | undefined
}

/** What replication is and what it needs, where a bucket has no rule; versioning is switched on from here. */
export function NoRules({ bucket, isOffered, lacks }: NoRulesProps) {
  const { t } = useTranslation('replication')
  return (
    <div className={states.state}>
      <div className={states.picture}>
        <IconCopy size={28} stroke={1.5} />
      </div>
      <p className={states.title}>{t(isOffered ? 'empty' : 'notOffered')}</p>
      <p className={states.text}>{t('emptyHint')}</p>
      {!isOffered && <p className={states.text}>{t('notOfferedHint')}</p>}
      {isOffered && (lacks === undefined ? <Needs bucket={bucket} /> : <p className={states.text}>{lacks}</p>)}
    </div>
  )
}

function Needs({ bucket }: { bucket: string }) {
  const { t } = useTranslation('replication')
  const versioning = useApiQuery(getVersioning, { params: { bucket } })
  const { writeVersioning } = useCan(bucket, 'writeVersioning')
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
                disabledReason={
                  writeVersioning === false ? permissionError(PERMISSIONS.writeVersioning, bucket) : undefined
                }
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
      <Suspense>
        {isEditing && <SettingModals setting="versioning" bucket={bucket} onClose={() => setEditing(false)} />}
      </Suspense>
    </>
  )
}

const Done = () => <IconCheck size={16} stroke={2} aria-hidden="true" />
const Missing = () => <IconAlertTriangle size={16} stroke={1.8} aria-hidden="true" />
const Dot = () => <IconCircle size={16} stroke={1.6} aria-hidden="true" />
