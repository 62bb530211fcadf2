import { type ReactNode, useId } from 'react'
import layout from '../../shared/layout.module.css'
import classes from './detail.module.css'

interface CardProps {
  label: string
  /** At the end of the heading's line. */
  action?: ReactNode
  children: ReactNode
}

/** One section of the details of an object. */
export function Card({ label, action, children }: CardProps) {
  const id = useId()
  return (
    <section className={layout.card} aria-labelledby={id}>
      <div className={classes.head}>
        <h2 id={id} className={layout.heading}>
          {label}
        </h2>
        {action}
      </div>
      {children}
    </section>
  )
}
