import type { ReactNode } from 'react'
import classes from './States.module.css'

interface EmptyStateProps {
  icon: ReactNode
  title: string
  hint?: string
}

/** What a list says when there is nothing in it: what this is, why it is empty, what to do first; the page's own button does it. */
export function EmptyState({ icon, title, hint }: EmptyStateProps) {
  return (
    <div className={classes.state}>
      <div className={classes.picture}>{icon}</div>
      <p className={classes.title}>{title}</p>
      {hint && <p className={classes.text}>{hint}</p>}
    </div>
  )
}
