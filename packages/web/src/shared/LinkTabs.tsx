import { AppLink } from '../navigation/AppLink.tsx'
import classes from './page.module.css'
import { useCurrentInView } from './use-current-in-view.ts'

interface LinkTabsProps<T extends string> {
  /** The accessible name of the tabs. */
  label: string
  /** `disabledReason`: why the tab can't be opened. */
  tabs: readonly { id: T; label: string; to: string; disabledReason?: string | undefined }[]
  current: T
}

/** Tabs that are links, since each has its own address. */
export function LinkTabs<T extends string>({ label, tabs, current }: LinkTabsProps<T>) {
  const list = useCurrentInView<HTMLUListElement>(`${tabs.length} ${current}`)
  return (
    <nav aria-label={label}>
      <ul ref={list} className={classes.tabs}>
        {tabs.map((tab) => (
          <li key={tab.id}>
            {tab.disabledReason === undefined ? (
              <AppLink to={tab.to} className={classes.tab} aria-current={tab.id === current ? 'page' : undefined}>
                {tab.label}
              </AppLink>
            ) : (
              // A link without an address: it can't be followed, but explains itself.
              // biome-ignore lint/a11y/useSemanticElements: an anchor without an address isn't a link
              <span
                role="link"
                tabIndex={0}
                className={classes.tab}
                aria-disabled
                title={tab.disabledReason}
                aria-description={tab.disabledReason}
              >
                {tab.label}
              </span>
            )}
          </li>
        ))}
      </ul>
    </nav>
  )
}
