import '../../messages/en/anonymous-rules.ts'
import { listAccessGrants, listAnonymousRules } from '@cooperage/contract'
import { Button } from '@mantine/core'
import { useTexts } from '../../messages/use-texts.ts'
import { AppLink } from '../../navigation/AppLink.tsx'
import { bucketPath } from '../../navigation/paths/buckets.ts'
import { useApiQuery } from '../../shared/api/use-api.ts'
import { ErrorFacts } from '../../shared/feedback/ErrorFacts.tsx'
import layout from '../../shared/layout.module.css'
import { formatDate } from '../../shared/text/numbers.ts'
import { ObjectName } from '../../shared/text/ObjectName.tsx'
import { comma } from '../../shared/text/punctuation.ts'
import { plainName } from '../../shared/text/visible-name.ts'
import type { Principal } from '../attach/attachments.ts'
import classes from '../policies.module.css'
import { type GrantPlace, grantOfRule, type ListedGrant, placeText, rulesAt } from './grant-form.ts'

interface GrantedSoFarProps {
  /** Where the access is granted that the dialog is about. */
  place: GrantPlace
  /** Only what this user or group has; undefined for what all have, and everyone. */
  owner: Principal | undefined
  /** Called with a grant that is to be changed or revoked. */
  onChoose: (grant: ListedGrant, isRevoked: boolean) => void
}

/** The access to a place that was granted before; nothing if there is none. */
export function GrantedSoFar({ place: { bucket, prefix }, owner, onChoose }: GrantedSoFarProps) {
  const t = useTexts(['grants', 'anonymousRules'])
  const of = owner && { entityType: owner.kind, entityName: owner.name }
  const fresh = { refetchOnMount: 'always' } as const
  const stored = useApiQuery(listAccessGrants, { query: { bucket, prefix, ...of } }, fresh)
  const anonymous = useApiQuery(listAnonymousRules, { params: { bucket } }, { ...fresh, enabled: owner === undefined })
  const rules = owner ? [] : rulesAt(prefix, anonymous.data?.rules ?? [])
  const grants: ListedGrant[] = [...rules.map((rule) => grantOfRule(bucket, rule)), ...(stored.data?.grants ?? [])]
  const others = owner ? [] : (anonymous.data?.others ?? [])
  const errors = Object.entries({ stored: stored.error, anonymous: anonymous.error })
  const hasError = errors.some(([, error]) => error !== null)
  if (grants.length + others.length === 0 && !hasError) return null
  return (
    <section className={classes.part}>
      <h3>{t('existing')}</h3>
      {errors.map(
        ([list, error]) =>
          error && (
            <p key={list} className={classes.note}>
              {error.message} <ErrorFacts error={error} detail="code" />
            </p>
          ),
      )}
      {others.length > 0 && (
        <p className={classes.note}>
          {t('anonymousRules:others', { count: others.length, numbers: others.join(comma()) })}{' '}
          <AppLink to={bucketPath(bucket, 'access/anonymous')}>{t('anonymousRules:label')}</AppLink>
        </p>
      )}
      <ul className={classes.grants} aria-label={t('existing')}>
        {grants.map((grant) => {
          const { entityType, entityName, number, access, prefix: folder, until, isAttached } = grant
          const isEveryone = entityType === 'everyone'
          const name = plainName(entityName)
          const at = plainName(placeText({ bucket, prefix: folder }))
          return (
            <li key={`${entityType} ${entityName} ${isEveryone ? folder : number}`}>
              <span className={classes.grant}>
                {isEveryone ? t('whoKinds.everyone') : <ObjectName name={entityName} />}
                <span className={layout.muted}>
                  {[
                    ...(entityType === 'accessKey' ? [t('newUser')] : []),
                    t(`kinds.${access}`),
                    at,
                    ...(until === '' ? [] : [t('ends_on', { date: formatDate(until) })]),
                    ...(isAttached ? [] : [t('notAttached')]),
                  ].join(comma())}
                </span>
              </span>
              <span className={classes.grantActions}>
                <Button
                  variant="subtle"
                  size="compact-sm"
                  aria-label={isEveryone ? t('changeLabelEveryone', { place: at }) : t('changeLabel', { name })}
                  onClick={() => onChoose(grant, false)}
                >
                  {t('change')}
                </Button>
                <Button
                  variant="subtle"
                  size="compact-sm"
                  aria-label={isEveryone ? t('revokeLabelEveryone', { place: at }) : t('revokeLabel', { name })}
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
