import { useTranslation } from 'react-i18next'
import { AppLink } from '../app/AppLink.tsx'
import classes from './PolicyTabs.module.css'

interface PolicyTabsProps<T extends string> {
  tabs: readonly { id: T; label: string; to: string }[]
  current: T
}

/** The tabs above a page of policies: links, since each has its address. */
export function PolicyTabs<T extends string>({ tabs, current }: PolicyTabsProps<T>) {
  const { t } = useTranslation('policies')
  return (
    <nav aria-label={t('tabs.label')}>
      <ul className={classes.tabs}>
        {tabs.map(({ id, label, to }) => (
          <li key={id}>
            <AppLink to={to} className={classes.tab} aria-current={id === current ? 'page' : undefined}>
              {label}
            </AppLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
