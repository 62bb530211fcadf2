import { useTranslation } from 'react-i18next'
import { AppLink } from '../../navigation/AppLink.tsx'
import { useCurrentPath } from '../../navigation/navigation.ts'
import { bucketPath } from '../../navigation/paths/buckets.ts'
import classes from './BucketTabs.module.css'
import type { BucketTab } from './tabs.ts'

/** The tabs on the left of a bucket's page; on a phone a row above it. They are links: each tab has its address. */
export function BucketTabs({ bucket, tabs }: { bucket: string; tabs: readonly BucketTab[] }) {
  const { t } = useTranslation('bucket')
  const path = useCurrentPath()
  return (
    <nav aria-label={t('tabs.label')}>
      <ul className={classes.tabs}>
        {tabs.map(({ segment, label, icon: Icon }) => {
          const to = bucketPath(bucket, segment)
          const isCurrent = path === to || path.startsWith(`${to}/`)
          return (
            <li key={segment} ref={isCurrent ? bringIntoSight : null}>
              <AppLink to={to} className={classes.tab} aria-current={isCurrent ? 'page' : undefined}>
                <Icon size={18} stroke={1.6} aria-hidden="true" />
                {t(`tabs.${label}`)}
              </AppLink>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}

/** On a phone the row of tabs is wider than the screen. */
function bringIntoSight(tab: HTMLElement | null) {
  // Browsers begin to answer it with a promise, which is no clean-up.
  void tab?.scrollIntoView({ block: 'nearest', inline: 'center' })
}
