import { type BucketPrincipals, MAX_PRINCIPALS } from '@cooperage/contract'
import { useTexts } from '../../messages/use-texts.ts'
import layout from '../../shared/layout.module.css'
import { formatCount } from '../../shared/text/numbers.ts'
import { plainName } from '../../shared/text/visible-name.ts'
import { WarningNote } from '../../shared/WarningNote.tsx'
import classes from './principals.module.css'

/** How many are named. */
const MAX_NAMED = 50

/** What the list leaves out, and why. */
export function PrincipalNotices({ data }: { data: BucketPrincipals }) {
  const t = useTexts('principals')
  const { total, source, unread, unreadLists } = data
  const isOffered = !unreadLists.some(({ reason }) => reason === 'notOffered')
  return (
    <>
      {!isOffered && <p className={layout.note}>{t('unreadLists.notOffered')}</p>}
      {isOffered &&
        unreadLists.map(({ list, permission }) => (
          <WarningNote key={list}>{t(`unreadLists.${list}`, { permission })}</WarningNote>
        ))}
      {source === 'ldap' && <p className={layout.note}>{t('ldap')}</p>}
      {total > MAX_PRINCIPALS && (
        <WarningNote>{t('capped', { number: formatCount(MAX_PRINCIPALS), total: formatCount(total) })}</WarningNote>
      )}
      {unread.length > 0 && (
        <details className={classes.unread}>
          <summary>{t('unread', { count: unread.length, number: formatCount(unread.length) })}</summary>
          <p className={layout.note}>{t('unreadHint')}</p>
          <ul>
            {unread.slice(0, MAX_NAMED).map(({ source: { kind, policy, attachedTo }, reason, permission }) => {
              const name = plainName(policy === '' ? attachedTo : policy)
              const place = t(`places.${kind === 'bucket' ? 'bucket' : policy === '' ? 'group' : 'policy'}`, { name })
              return <li key={`${kind} ${name}`}>{t(`reasons.${reason}`, { place, permission })}</li>
            })}
          </ul>
          {unread.length > MAX_NAMED && (
            <p>
              {t('unreadMore', {
                count: unread.length - MAX_NAMED,
                number: formatCount(unread.length - MAX_NAMED),
              })}
            </p>
          )}
        </details>
      )}
    </>
  )
}
