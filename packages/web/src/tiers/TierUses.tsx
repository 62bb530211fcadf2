import type { TierRules } from '@cooperage/contract'
import { useTexts } from '../messages/use-texts.ts'
import { AppLink } from '../navigation/AppLink.tsx'
import { bucketPath } from '../navigation/paths/buckets.ts'
import { plainName } from '../shared/text/visible-name.ts'

/** The lifecycle rules that use a tier, and what couldn't be checked. */
export function TierUses({ uses }: { uses: TierRules }) {
  const t = useTexts('tiers')
  const { rules, unread, left } = uses
  return (
    <>
      {rules.length > 0 ? (
        <ul>
          {rules.map(({ bucket, id, enabled }) => (
            <li key={`${bucket}/${id}`}>
              <AppLink to={bucketPath(bucket, 'lifecycle')}>
                {t(enabled ? 'details.rule' : 'details.ruleOff', { bucket, id: plainName(id) })}
              </AppLink>
            </li>
          ))}
        </ul>
      ) : (
        <p>{t('details.noRules')}</p>
      )}
      {unread.length > 0 && <p>{t('details.unread', { count: unread.length, buckets: unread.join(', ') })}</p>}
      {left > 0 && <p>{t('details.left', { count: left })}</p>}
    </>
  )
}
