import type { ReactNode } from 'react'
import classes from './States.module.css'

/** A warning to read before saving. Wrap it in a `role="status"` where it appears while a form is filled in. */
export function WarningNote({ children }: { children: ReactNode }) {
  return <div className={classes.warning}>{children}</div>
}
