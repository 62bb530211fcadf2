import type { ReactNode } from 'react'
import classes from './States.module.css'

interface EmptyStateProps {
  icon: ReactNode
  title: string
  hint?: string
  /** The first thing to do about it. */
  children?: ReactNode
}

/** What a list says when there is nothing in it: what this is, why it is empty, what to do first. */
export function EmptyState({ icon, title, hint, children }: EmptyStateProps) {
  return (
    <div className={classes.state}>
      <div className={classes.picture}>{icon}</div>
      <p className={classes.title}>{title}</p>
      {hint && <p className={classes.text}>{hint}</p>}
      {children}
    </div>
  )
}
