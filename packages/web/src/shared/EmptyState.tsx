import type { TablerIcon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import layout from './layout.module.css'
import classes from './States.module.css'
import { EMPTY_STATE } from './use-focus-return.ts'

interface EmptyStateProps {
  icon: TablerIcon
  title: string
  hint?: string
  /** What to do next: see `placedButton`. */
  action?: ReactNode
}

/** The empty state of a list: what the list is for, why it is empty, and what to do first. */
export function EmptyState({ icon: Icon, title, hint, action }: EmptyStateProps) {
  return (
    <div className={classes.state} {...{ [EMPTY_STATE]: true }}>
      <div className={classes.picture}>
        <Icon size={28} aria-hidden="true" />
      </div>
      <p className={layout.heading}>{title}</p>
      {hint && <p className={classes.text}>{hint}</p>}
      {action}
    </div>
  )
}
