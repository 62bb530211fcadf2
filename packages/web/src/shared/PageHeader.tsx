import type { ReactNode } from 'react'
import { Breadcrumbs, type Crumb } from './Breadcrumbs.tsx'
import classes from './PageHeader.module.css'
import { PageHeading } from './PageHeading.tsx'

interface PageHeaderProps {
  title: ReactNode
  /** The page's purpose in a few words. */
  below?: ReactNode
  /** The way here, for a page below another; the last crumb is the page itself. */
  crumbs?: readonly Crumb[]
  /** Actions on the right, the primary one last. */
  children?: ReactNode
}

/** The head of every page with a session: where one is, the page's name, and its actions. */
export function PageHeader({ title, crumbs, below, children }: PageHeaderProps) {
  return (
    <div className={classes.header}>
      <div className={classes.words}>
        {crumbs && <Breadcrumbs crumbs={crumbs} />}
        <PageHeading>{title}</PageHeading>
        {below && <div className={classes.below}>{below}</div>}
      </div>
      {children && <div className={classes.actions}>{children}</div>}
    </div>
  )
}
