import type { ReactNode } from 'react'
import classes from './Note.module.css'

/** A note below the fields of a dialog. */
export function Note({ children }: { children: ReactNode }) {
  return <p className={classes.note}>{children}</p>
}
