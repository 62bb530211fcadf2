import type { ReactNode } from 'react'
import classes from './Note.module.css'

/** What a dialog adds below its fields. */
export function Note({ children }: { children: ReactNode }) {
  return <p className={classes.note}>{children}</p>
}
