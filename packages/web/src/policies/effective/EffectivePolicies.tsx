import type { EffectivePermissions, EffectivePolicy, EffectiveStatement } from '@cooperage/contract'
import { useId } from 'react'
import { useTexts } from '../../messages/use-texts.ts'
import { AppLink } from '../../navigation/AppLink.tsx'
import { policyPath } from '../../navigation/paths/policies.ts'
import { useSession } from '../../session/index.ts'
import layout from '../../shared/layout.module.css'
import { ObjectName } from '../../shared/text/ObjectName.tsx'
import { comma, named, nameList } from '../../shared/text/punctuation.ts'
import { plainName } from '../../shared/text/visible-name.ts'
import { StatementText } from '../StatementText.tsx'
import { AreaLevel, Kind, ResourceName } from './EffectiveSummary.tsx'
import classes from './effective.module.css'
import { useStatementNames } from './use-statement-names.ts'

/** The policies behind the permissions of an account, each with its statements in words. */
export function EffectivePolicies({ response, isOfGroup }: { response: EffectivePermissions; isOfGroup: boolean }) {
  const t = useTexts('effective')
  const id = useId()
  const { policies, unread } = response
  // The page says what couldn't be read below.
  if (policies.length === 0 && unread.length > 0) return null
  return (
    <section className={`${layout.card} ${classes.section}`} aria-labelledby={id}>
      <h2 id={id} className={layout.heading}>
        {t('policies.title')}
      </h2>
      {policies.length === 0 && <p>{t(isOfGroup ? 'policies.noneOfGroup' : 'policies.none')}</p>}
      <ul className={classes.policies}>
        {policies.map((policy) => (
          <PolicyRow
            key={`${policy.source.policy} ${policy.source.attachedTo}`}
            policy={policy}
            response={response}
            isOfGroup={isOfGroup}
          />
        ))}
      </ul>
    </section>
  )
}

interface PolicyRowProps {
  policy: EffectivePolicy
  response: EffectivePermissions
  isOfGroup: boolean
}

function PolicyRow({ policy: { source, statements, unreadable }, response, isOfGroup }: PolicyRowProps) {
  const t = useTexts('effective')
  const hasPolicyPage = useSession()?.pages.some((page) => page.startsWith('/policies/:')) === true
  const { policy, attachedTo, kind } = source
  return (
    <li className={classes.policy}>
      <div className={classes.head}>
        <h3>
          {policy === '' ? (
            t('policies.combined', { attachedTo: plainName(attachedTo) })
          ) : hasPolicyPage ? (
            <AppLink to={policyPath(policy)}>
              <ObjectName name={policy} />
            </AppLink>
          ) : (
            <ObjectName name={policy} />
          )}
        </h3>
        {policy !== '' && !isOfGroup && (
          <span className={classes.through}>
            {kind === 'group' ? t('policies.group', { group: plainName(attachedTo) }) : t('policies.direct')}
          </span>
        )}
      </div>
      {statements.length + unreadable.length === 0 && <p>{t('policies.empty')}</p>}
      <ul className={classes.statements}>
        {statements.map((statement) => (
          <StatementRow key={statement.number} statement={statement} response={response} />
        ))}
      </ul>
      {unreadable.length > 0 && <p>{t('policies.unreadable', { numbers: unreadable.join(comma()) })}</p>}
    </li>
  )
}

function StatementRow({ statement, response }: { statement: EffectiveStatement; response: EffectivePermissions }) {
  const t = useTexts('effective')
  const nameOf = useStatementNames(response)
  const { number, sid, effect, applies, conditions, except, narrowedBy, text } = statement
  const label = t(sid === '' ? 'statement.label' : 'statement.labelSid', { number, sid: plainName(sid) })
  const isRevoked = narrowedBy.length > 0 && isEmpty(statement)
  const isSilent = applies === 'never' || isRevoked
  return (
    <li className={classes.statement} data-effect={effect} data-silent={isSilent || undefined}>
      <p>
        <span className={classes.label}>{named(label)}</span>
        {t(effect === 'Allow' ? 'statement.allow' : 'statement.deny')}
      </p>
      {isRevoked ? <p>{t('statement.revoked')}</p> : <Granted statement={statement} />}
      {except.length > 0 && <p>{t('except', { resources: nameList(except) })}</p>}
      {applies === 'never' && <p>{t('statement.never')}</p>}
      {conditions.map(({ operator, key, values }) => (
        <p key={`${operator} ${key}`}>
          {t('statement.condition', { operator, key: nameList([key]), values: nameList(values) })}
        </p>
      ))}
      {narrowedBy.length > 0 && (
        <p>{t('statement.narrowedBy', { statements: narrowedBy.map(nameOf).join(comma()) })}</p>
      )}
      <details>
        <summary aria-label={t('statement.jsonOf', { statement: label })}>{t('statement.json')}</summary>
        <StatementText text={text} />
      </details>
    </li>
  )
}

function isEmpty({ access, fullAccess, administration }: EffectiveStatement): boolean {
  return access.length + fullAccess.length + administration.length === 0
}

/** What a statement is about, in kinds of access; in its own actions if those have none. */
function Granted({ statement }: { statement: EffectiveStatement }) {
  const t = useTexts('effective')
  const { access, fullAccess, administration, actions, notActions, resources, effect } = statement
  if (isEmpty(statement)) {
    const named = resources.map((resource) => (resource === '*' ? t('everywhere') : nameList([resource]))).join(comma())
    const key = actions.length > 0 ? 'statement.actions' : 'statement.allActionsBut'
    return <p>{t(key, { actions: nameList([...actions, ...notActions]), resources: named })}</p>
  }
  const [hasStorage, hasServer] = [fullAccess.includes('storage'), fullAccess.includes('administration')]
  return (
    <ul className={classes.rows}>
      {fullAccess.map((scope) => (
        <li key={scope}>{t(`fullAccess.${scope}`)}</li>
      ))}
      {!hasStorage &&
        access.map(({ resource, kinds }) => (
          <li key={resource}>
            <span className={classes.name}>
              <ResourceName resource={resource} />
            </span>
            <span className={classes.kinds}>
              {kinds.map((kind) => (
                <Kind key={kind} kind={kind} isDenied={effect === 'Deny'} />
              ))}
            </span>
          </li>
        ))}
      {!hasServer &&
        administration.map((grant) => (
          <li key={grant.area}>
            <AreaLevel grant={grant} />
          </li>
        ))}
    </ul>
  )
}
