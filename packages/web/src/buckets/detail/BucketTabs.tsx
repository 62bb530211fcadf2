import { useTexts } from '../../messages/use-texts.ts'
import { AppLink } from '../../navigation/AppLink.tsx'
import { useCurrentPath } from '../../navigation/navigation.ts'
import { bucketPath } from '../../navigation/paths/buckets.ts'
import { useCurrentInView } from '../../shared/use-current-in-view.ts'
import classes from './bucket.module.css'
import type { useBucketTabs } from './use-bucket-tabs.ts'

/** The tabs on the left of a bucket's page; on a phone a row above it. They are links: each tab has its own address. */
export function BucketTabs({ bucket, tabs }: { bucket: string; tabs: ReturnType<typeof useBucketTabs> }) {
  const t = useTexts('bucket')
  const path = useCurrentPath()
  // Tabs appear once their permissions are known.
  const list = useCurrentInView<HTMLUListElement>(`${tabs.length} ${path}`)
  return (
    <nav aria-label={t('tabs.label')}>
      <ul className={classes.tabs} ref={list}>
        {tabs.map(({ tab: { segment, label, icon: Icon }, access }) => {
          if (label === undefined || Icon === undefined) return null
          const to = bucketPath(bucket, segment)
          const isCurrent = path === to || path.startsWith(`${to}/`)
          return (
            // It keeps its place until the account's permissions are known, so that the others don't move.
            <li key={segment} data-unknown={access === 'unknown' || undefined}>
              <AppLink to={to} className={classes.tab} aria-current={isCurrent ? 'page' : undefined}>
                <Icon size={18} aria-hidden="true" />
                {t(`tabs.${label}`)}
              </AppLink>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
