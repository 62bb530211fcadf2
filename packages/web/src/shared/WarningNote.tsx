import type { ReactNode } from 'react'
import classes from './WarningNote.module.css'

/** What somebody should know before they save. Wrap it in a `role="status"` where it appears while a form is filled in. */
export function WarningNote({ children }: { children: ReactNode }) {
  return <p className={classes.note}>{children}</p>
}
