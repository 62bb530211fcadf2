import type { ReactNode } from 'react'
import classes from './ListPage.module.css'

/** The layout of a page with one table: header, filters, and a card that takes the rest of the window. */
export function ListPage({ children }: { children: ReactNode }) {
  return <div className={classes.page}>{children}</div>
}

export function Toolbar({ children }: { children: ReactNode }) {
  return <div className={classes.toolbar}>{children}</div>
}

/** What a table's card says in its last line: counts and how fresh they are. */
export function ListFooter({ children }: { children: ReactNode }) {
  return (
    <div className={classes.footer} role="status">
      {children}
    </div>
  )
}
