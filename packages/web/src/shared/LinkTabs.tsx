import { AppLink } from '../navigation/AppLink.tsx'
import classes from './LinkTabs.module.css'

interface LinkTabsProps<T extends string> {
  /** The accessible name of the tabs. */
  label: string
  tabs: readonly { id: T; label: string; to: string }[]
  current: T
}

/** Tabs that are links, since each has its own address. */
export function LinkTabs<T extends string>({ label, tabs, current }: LinkTabsProps<T>) {
  return (
    <nav aria-label={label}>
      <ul className={classes.tabs}>
        {tabs.map((tab) => (
          <li key={tab.id}>
            <AppLink to={tab.to} className={classes.tab} aria-current={tab.id === current ? 'page' : undefined}>
              {tab.label}
            </AppLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
