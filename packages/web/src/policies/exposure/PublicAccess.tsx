import type { AnonymousGrant } from '@cooperage/contract'
import type { ReactNode } from 'react'
import { useTexts } from '../../messages/use-texts.ts'
import { nameList } from '../../shared/text/punctuation.ts'
import { plainName } from '../../shared/text/visible-name.ts'
import { StatementText } from '../StatementText.tsx'
import classes from './exposure.module.css'

type Grant = Omit<AnonymousGrant, 'resources'>

/** A statement that grants public access: what it grants (the list items), what limits it, and its text. */
export function PublicAccess({ opening, children }: { opening: Grant; children: ReactNode }) {
  const t = useTexts('exposure')
  const { conditions, except, narrowedBy } = opening
  return (
    <div className={classes.opening}>
      <ul className={classes.resources}>{children}</ul>
      {conditions.map(({ operator, key, values }) => (
        <p key={`${operator} ${key}`}>
          {t('opening.limited', { operator, key: nameList([key]), values: nameList(values) })}
        </p>
      ))}
      {except.length > 0 && <p>{t('opening.except', { resources: nameList(except) })}</p>}
      <Statement statement={opening} />
      {narrowedBy.length > 0 && (
        <div>
          <p>{t('opening.narrowed')}</p>
          {narrowedBy.map((deny) => (
            <Statement key={deny.number} statement={deny} />
          ))}
        </div>
      )}
    </div>
  )
}

function Statement({ statement: { number, sid, text } }: { statement: Pick<Grant, 'number' | 'sid' | 'text'> }) {
  const t = useTexts('exposure')
  return (
    <details>
      <summary>{t(sid === '' ? 'opening.statement' : 'opening.statementSid', { number, sid: plainName(sid) })}</summary>
      <StatementText text={text} />
    </details>
  )
}
