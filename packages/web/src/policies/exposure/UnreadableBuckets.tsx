import type { BucketExposures } from '@cooperage/contract'
import { useTexts } from '../../messages/use-texts.ts'
import layout from '../../shared/layout.module.css'
import { formatCount } from '../../shared/text/numbers.ts'
import classes from './exposure.module.css'
import { shortList } from './WidePolicies.tsx'

type Unread = BucketExposures['unread']

/** The buckets whose policies can't be read, by reason. */
export function UnreadableBuckets({ unread }: { unread: Unread }) {
  const t = useTexts('exposure')
  if (unread.length === 0) return null
  const byReason = Map.groupBy(unread, ({ reason, permission }) => `${reason} ${permission}`)
  return (
    <section className={layout.card} aria-labelledby="unread-buckets">
      <h2 id="unread-buckets" className={layout.heading}>
        {t('unread.title')}
      </h2>
      <ul className={classes.unreadList}>
        {[...byReason].map(([key, ones]) => (
          <li key={key}>
            {t(`unread.${ones[0]?.reason ?? 'denied'}`, {
              count: ones.length,
              permission: ones[0]?.permission ?? '',
              names: shortList(
                ones.map(({ name }) => name),
                (more) => t('unread.andMore', { count: more, number: formatCount(more) }),
              ),
            })}
          </li>
        ))}
      </ul>
    </section>
  )
}
