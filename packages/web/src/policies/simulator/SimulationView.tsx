import type { ConsideredStatement, SimulationResult } from '@cooperage/contract'
import { IconCircleCheck, IconCircleX } from '@tabler/icons-react'
import { type Translate, useTexts } from '../../messages/use-texts.ts'
import { named } from '../../shared/text/punctuation.ts'
import { WarningNote } from '../../shared/WarningNote.tsx'
import { StatementText, sourceText } from '../StatementText.tsx'
import { needsName, type SimulationForm } from './simulation-form.ts'
import classes from './simulator.module.css'

type T = Translate<'policies'>

/** The result in one sentence, the deciding statement, and everything that was evaluated. */
export function SimulationView({ result, request }: { result: SimulationResult; request: SimulationForm }) {
  const t = useTexts('policies')
  const isAllowed = result.decision === 'allow'
  const Icon = isAllowed ? IconCircleCheck : IconCircleX
  const resource = request.resource.trim()
  const on = resource === '' ? '' : t('simulator.on', { resource })
  return (
    <section className={classes.result} aria-label={t('simulator.answer')} aria-live="polite">
      <p className={classes.verdict} data-tone={isAllowed ? 'good' : 'bad'}>
        <Icon size={20} aria-hidden="true" />
        <span>{t(`simulator.${result.decision}`, { who: whoOf(request, t), action: request.action.trim(), on })}</span>
      </p>
      {!result.isCertain && <WarningNote>{t('simulator.uncertain')}</WarningNote>}
      <p>{reasonOf(result, t)}</p>
      {result.action !== request.action.trim() && <p>{t('simulator.included', { action: result.action })}</p>}
      {result.statement.number > 0 && <StatementText text={result.statement.text} />}
      <Unread unread={result.unread} />
      {result.policies.length > 0 && <Considered policies={result.policies} />}
      {result.assumed.length > 0 && (
        <details>
          <summary>{t('simulator.assumed')}</summary>
          <dl className={classes.assumed}>
            {result.assumed.map(({ key, value }) => (
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
  const t = useTexts('policies')
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
                <span className={classes.effect}>{statement.effect}</span>{' '}
                {named(statementName(statement, t), mismatchText(statement, t))}
              </li>
            ))}
          </ul>
        </section>
      ))}
    </details>
  )
}

function Unread({ unread }: Pick<SimulationResult, 'unread'>) {
  const t = useTexts('policies')
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
  if (kind === 'me') return t('simulator.whoMe')
  return kind === 'document' ? t('simulator.whoDocument') : t('simulator.whoAnonymous')
}

function reasonOf(result: SimulationResult, t: T): string {
  const { disabled, where, statement, decision, policies } = result
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
