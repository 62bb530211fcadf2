import type { AccessExplanation, ConsideredStatement, PolicyPlace } from '@cooperage/contract'
import { IconCircleCheck, IconCircleX } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { StatementText } from '../StatementText.tsx'
import classes from './AccessAnswer.module.css'
import { needsName, type QuestionForm } from './question-form.ts'

type T = TFunction<'policies'>

/** The answer in one sentence, the statement behind it, and everything that was looked at. */
export function AccessAnswer({ answer, asked }: { answer: AccessExplanation; asked: QuestionForm }) {
  const { t } = useTranslation('policies')
  const isAllowed = answer.decision === 'allow'
  const Icon = isAllowed ? IconCircleCheck : IconCircleX
  const resource = asked.resource.trim()
  const on = resource === '' ? '' : t('why.on', { resource })
  return (
    <section className={classes.answer} aria-label={t('why.answer')} aria-live="polite">
      <p className={classes.verdict} data-tone={isAllowed ? 'good' : 'bad'}>
        <Icon size={20} stroke={1.8} aria-hidden="true" />
        <span>{t(`why.${answer.decision}`, { who: whoOf(asked, t), action: asked.action.trim(), on })}</span>
      </p>
      {!answer.isCertain && <p className={classes.warning}>{t('why.uncertain')}</p>}
      <p>{reasonOf(answer, t)}</p>
      {answer.action !== asked.action.trim() && <p>{t('why.included', { action: answer.action })}</p>}
      {answer.statement.number > 0 && <StatementText text={answer.statement.text} />}
      <Unread unread={answer.unread} />
      {answer.policies.length > 0 && <Considered policies={answer.policies} />}
      {answer.assumed.length > 0 && (
        <details>
          <summary>{t('why.assumed')}</summary>
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

function Considered({ policies }: Pick<AccessExplanation, 'policies'>) {
  const { t } = useTranslation('policies')
  return (
    <details>
      <summary>{t('why.considered')}</summary>
      {policies.map(({ place, statements }, index) => (
        // A policy can be attached in several places, and they do not move.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <section key={index} className={classes.policy}>
          <h4>{placeText(place, t)}</h4>
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

function Unread({ unread }: Pick<AccessExplanation, 'unread'>) {
  const { t } = useTranslation('policies')
  if (unread.length === 0) return null
  return (
    <div>
      <p>{t('why.unread')}</p>
      <ul>
        {unread.map(({ place, reason, permission }) => {
          const text = t(`why.reasons.${reason}`, { place: placeText(place, t), permission, holder: place.holder })
          return <li key={text}>{text}</li>
        })}
      </ul>
    </div>
  )
}

function whoOf({ kind, name }: QuestionForm, t: T): string {
  if (kind === 'group') return t('why.whoGroup', { name: name.trim() })
  if (needsName(kind)) return name.trim()
  return t(kind === 'me' ? 'why.whoMe' : kind === 'anonymous' ? 'why.whoAnonymous' : 'why.whoDocument')
}

function reasonOf(answer: AccessExplanation, t: T): string {
  const { disabled, where, statement, decision, policies } = answer
  if (disabled !== '') return t(disabled === 'account' ? 'why.disabledAccount' : 'why.disabledGroup')
  if (where.kind === 'owner') return t('why.decidedOwner', { holder: where.holder })
  const place = placeText(where, t)
  if (statement.number > 0) {
    const { number, sid } = statement
    return t(sid === '' ? 'why.decidedBy' : 'why.decidedBySid', { number, sid, place })
  }
  if (decision === 'none' && policies.length === 0) {
    return t(where.kind === 'bucket' ? 'why.missingBucket' : 'why.missingNoPolicy')
  }
  return t('why.missingIn', { place })
}

function placeText({ kind, policy, holder }: PolicyPlace, t: T): string {
  if (kind === 'identity' && policy === '') {
    return holder === '' ? t('why.places.identityPasted') : t('why.places.identityMerged', { holder })
  }
  if (kind === 'group' && policy === '') return t('why.places.groupAny', { holder })
  return t(`why.places.${kind}`, { policy, holder })
}

function statementName({ number, sid }: ConsideredStatement, t: T): string {
  return sid === '' ? t('why.statement', { number }) : `${t('why.statement', { number })} (${sid})`
}

function mismatchText({ mismatch, conditionKey }: ConsideredStatement, t: T): string {
  return mismatch === '' ? t('why.applies') : t(`why.mismatch.${mismatch}`, { key: conditionKey })
}
