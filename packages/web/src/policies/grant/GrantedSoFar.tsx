import { listAccessGrants, type StoredGrant } from '@cooperage/contract'
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useApiQuery } from '../../shared/api/use-api.ts'
import { ErrorFacts } from '../../shared/feedback/ErrorFacts.tsx'
import layout from '../../shared/layout.module.css'
import { formatDate } from '../../shared/text/numbers.ts'
import { ObjectName } from '../../shared/text/ObjectName.tsx'
import { comma } from '../../shared/text/punctuation.ts'
import { plainName } from '../../shared/text/visible-name.ts'
import type { Principal } from '../attach/attachments.ts'
import classes from '../policies.module.css'
import { type GrantPlace, placeText } from './grant-form.ts'

interface GrantedSoFarProps {
  /** Where the access is granted that the dialog is about. */
  place: GrantPlace
  /** Only what this user or group has; undefined for all. */
  owner: Principal | undefined
  /** Called with a grant that is to be changed or revoked. */
  onChoose: (grant: StoredGrant, isRevoked: boolean) => void
}

/** The access to a place that was granted before; nothing if there is none. */
export function GrantedSoFar({ place: { bucket, prefix }, owner, onChoose }: GrantedSoFarProps) {
  const { t } = useTranslation('grants')
  const { data, error } = useApiQuery(listAccessGrants, { query: { bucket, prefix } }, { refetchOnMount: 'always' })
  const grants = (data?.grants ?? []).filter(
    ({ entityType, entityName }) => owner === undefined || (entityType === owner.kind && entityName === owner.name),
  )
  if (error)
    return (
      <p className={classes.note}>
        {error.message} <ErrorFacts error={error} detail="code" />
      </p>
    )
  if (grants.length === 0) return null
  return (
    <section className={classes.part}>
      <h3>{t('existing')}</h3>
      <ul className={classes.grants} aria-label={t('existing')}>
        {grants.map((grant) => {
          const { entityType, entityName, number, access, prefix: folder, until, isAttached } = grant
          const name = plainName(entityName)
          return (
            <li key={`${entityType} ${entityName} ${number}`}>
              <span className={classes.grant}>
                <ObjectName name={entityName} />
                <span className={layout.muted}>
                  {[
                    ...(entityType === 'accessKey' ? [t('newUser')] : []),
                    t(`kinds.${access}`),
                    plainName(placeText({ bucket, prefix: folder })),
                    ...(until === '' ? [] : [t('ends_on', { date: formatDate(until) })]),
                    ...(isAttached ? [] : [t('notAttached')]),
                  ].join(comma())}
                </span>
              </span>
              <span className={classes.grantActions}>
                <Button
                  variant="subtle"
                  size="compact-sm"
                  aria-label={t('changeLabel', { name })}
                  onClick={() => onChoose(grant, false)}
                >
                  {t('change')}
                </Button>
                <Button
                  variant="subtle"
                  size="compact-sm"
                  aria-label={t('revokeLabel', { name })}
                  onClick={() => onChoose(grant, true)}
                >
                  {t('revoke')}
                </Button>
              </span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
