import type { ConsideredStatement, SimulationResult } from '@cooperage/contract'
import { IconCircleCheck, IconCircleX } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { StatementText } from '../StatementText.tsx'
import { sourceText } from '../source-text.ts'
import classes from './SimulationView.module.css'
import { needsName, type SimulationForm } from './simulation-form.ts'

type T = TFunction<'policies'>

/** The result in one sentence, the deciding statement, and everything that was evaluated. */
export function SimulationView({ answer, request }: { answer: SimulationResult; request: SimulationForm }) {
  const { t } = useTranslation('policies')
  const isAllowed = answer.decision === 'allow'
  const Icon = isAllowed ? IconCircleCheck : IconCircleX
  const resource = request.resource.trim()
  const on = resource === '' ? '' : t('simulator.on', { resource })
  return (
    <section className={classes.answer} aria-label={t('simulator.answer')} aria-live="polite">
      <p className={classes.verdict} data-tone={isAllowed ? 'good' : 'bad'}>
        <Icon size={20} stroke={1.8} aria-hidden="true" />
        <span>{t(`simulator.${answer.decision}`, { who: whoOf(request, t), action: request.action.trim(), on })}</span>
      </p>
      {!answer.isCertain && <p className={classes.warning}>{t('simulator.uncertain')}</p>}
      <p>{reasonOf(answer, t)}</p>
      {answer.action !== request.action.trim() && <p>{t('simulator.included', { action: answer.action })}</p>}
      {answer.statement.number > 0 && <StatementText text={answer.statement.text} />}
      <Unread unread={answer.unread} />
      {answer.policies.length > 0 && <Considered policies={answer.policies} />}
      {answer.assumed.length > 0 && (
        <details>
          <summary>{t('simulator.assumed')}</summary>
          <dl className={classes.assumed}>
            {answer.assumed.map(({ key, value }) => (
              <div key={`${key} ${value}`}>
                <dt>{key}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </details>
      )}
    </section>
  )
}

function Considered({ policies }: Pick<SimulationResult, 'policies'>) {
  const { t } = useTranslation('policies')
  return (
    <details>
      <summary>{t('simulator.considered')}</summary>
      {policies.map(({ source, statements }, index) => (
        // A policy can be attached more than once, and the entries never move.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <section key={index} className={classes.policy}>
          <h4>{sourceText(source, t)}</h4>
          <ul>
            {statements.map((statement) => (
              <li key={statement.number} data-applies={statement.mismatch === '' || undefined}>
                <span className={classes.effect}>{statement.effect}</span> {statementName(statement, t)}:{' '}
                {mismatchText(statement, t)}
              </li>
            ))}
          </ul>
        </section>
      ))}
    </details>
  )
}

function Unread({ unread }: Pick<SimulationResult, 'unread'>) {
  const { t } = useTranslation('policies')
  if (unread.length === 0) return null
  return (
    <div>
      <p>{t('simulator.unread')}</p>
      <ul>
        {unread.map(({ source, reason, permission }) => {
          const text = t(`simulator.reasons.${reason}`, {
            place: sourceText(source, t),
            permission,
            attachedTo: source.attachedTo,
          })
          return <li key={text}>{text}</li>
        })}
      </ul>
    </div>
  )
}

function whoOf({ kind, name }: SimulationForm, t: T): string {
  if (kind === 'group') return t('simulator.whoGroup', { name: name.trim() })
  if (needsName(kind)) return name.trim()
  return t(
    kind === 'me' ? 'simulator.whoMe' : kind === 'anonymous' ? 'simulator.whoAnonymous' : 'simulator.whoDocument',
  )
}

function reasonOf(answer: SimulationResult, t: T): string {
  const { disabled, where, statement, decision, policies } = answer
  if (disabled !== '') return t(disabled === 'account' ? 'simulator.disabledAccount' : 'simulator.disabledGroup')
  if (where.kind === 'owner') return t('simulator.decidedOwner', { attachedTo: where.attachedTo })
  const place = sourceText(where, t)
  if (statement.number > 0) {
    const { number, sid } = statement
    return t(sid === '' ? 'simulator.decidedBy' : 'simulator.decidedBySid', { number, sid, place })
  }
  if (decision === 'none' && policies.length === 0) {
    return t(where.kind === 'bucket' ? 'simulator.missingBucket' : 'simulator.missingNoPolicy')
  }
  return t('simulator.missingIn', { place })
}

function statementName({ number, sid }: ConsideredStatement, t: T): string {
  return sid === '' ? t('simulator.statement', { number }) : `${t('simulator.statement', { number })} (${sid})`
}

function mismatchText({ mismatch, conditionKey }: ConsideredStatement, t: T): string {
  return mismatch === '' ? t('simulator.applies') : t(`simulator.mismatch.${mismatch}`, { key: conditionKey })
}
