import { type ReactNode, useId } from 'react'
import classes from './ObjectPage.module.css'

interface CardProps {
  label: string
  /** On the right of the heading. */
  action?: ReactNode
  children: ReactNode
}

/** One section of the details of an object. */
export function Card({ label, action, children }: CardProps) {
  const id = useId()
  return (
    <section className={classes.card} aria-labelledby={id}>
      <div className={classes.head}>
        <h2 id={id} className={classes.heading}>
          {label}
        </h2>
        {action}
      </div>
      {children}
    </section>
  )
}
