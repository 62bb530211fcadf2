import type { ReactNode } from 'react'
import { useTexts } from '../messages/use-texts.ts'
import { AppLink } from '../navigation/AppLink.tsx'
import { PageHeading } from './PageHeading.tsx'
import classes from './page.module.css'

export interface Crumb {
  /** A path of `navigation/paths`. The last crumb is the current page and not a link. */
  to: string
  label: ReactNode
}

interface PageHeaderProps {
  title: ReactNode
  /** The page's purpose in a few words. */
  below?: ReactNode
  /** The breadcrumbs of a page below another; the last crumb is the page itself. */
  crumbs?: readonly Crumb[]
  /** Actions on the right, the primary one last. */
  children?: ReactNode
}

/**
 * The header of every page with a session: breadcrumbs, title and actions. Names are long: breadcrumbs and purpose have their
 * own lines, and only the title shares one with the actions.
 */
export function PageHeader({ title, crumbs, below, children }: PageHeaderProps) {
  return (
    <div className={classes.header}>
      {crumbs && (
        <div className={classes.crumbsLine}>
          <Breadcrumbs crumbs={crumbs} />
        </div>
      )}
      <div className={classes.title}>
        <PageHeading>{title}</PageHeading>
      </div>
      {below && <div className={classes.below}>{below}</div>}
      {children && <div className={classes.actions}>{children}</div>}
    </div>
  )
}

/** The path from a list to the current page. */
function Breadcrumbs({ crumbs }: { crumbs: readonly Crumb[] }) {
  const t = useTexts()
  const last = crumbs.length - 1
  return (
    <nav aria-label={t('breadcrumbs')}>
      <ol className={classes.crumbs}>
        {crumbs.map(({ to, label }, index) => (
          <li key={to}>
            {index === last ? <span aria-current="page">{label}</span> : <AppLink to={to}>{label}</AppLink>}
          </li>
        ))}
      </ol>
    </nav>
  )
}
