import { type ReactNode, useEffect, useRef } from 'react'
import classes from './page.module.css'
import { takesFocus } from './page-focus.ts'

/** The page's h1. Focused after a navigation, so that keyboards and screen readers start there. */
export function PageHeading({ children }: { children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (takesFocus()) heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <h1 ref={heading} tabIndex={-1} className={classes.heading}>
      {children}
    </h1>
  )
}
