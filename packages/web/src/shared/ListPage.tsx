import type { ReactNode } from 'react'
import classes from './page.module.css'

/** The layout of a page with one table: header, filters, and a card that fills the rest of the window. */
export function ListPage({ children }: { children: ReactNode }) {
  return <div className={classes.listPage}>{children}</div>
}

export function Toolbar({ children }: { children: ReactNode }) {
  return <div className={classes.toolbar}>{children}</div>
}

interface ListFooterProps {
  /** Whether it isn't read aloud when it changes. */
  isSilent?: boolean
  children: ReactNode
}

/** The last line of a table's card: counts and their age. */
export function ListFooter({ isSilent = false, children }: ListFooterProps) {
  return (
    <div className={classes.footer} role={isSilent ? undefined : 'status'}>
      {children}
    </div>
  )
}
