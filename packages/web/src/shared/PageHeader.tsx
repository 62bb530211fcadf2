import type { ReactNode } from 'react'
import classes from './PageHeader.module.css'
import { PageHeading } from './PageHeading.tsx'

interface PageHeaderProps {
  title: ReactNode
  /** The page's purpose in a few words, or its breadcrumb. */
  below?: ReactNode
  above?: ReactNode
  /** Actions on the right, the primary one last. */
  children?: ReactNode
}

export function PageHeader({ title, above, below, children }: PageHeaderProps) {
  return (
    <div className={classes.header}>
      <div className={classes.words}>
        {above}
        <PageHeading>{title}</PageHeading>
        {below && <div className={classes.below}>{below}</div>}
      </div>
      {children && <div className={classes.actions}>{children}</div>}
    </div>
  )
}
