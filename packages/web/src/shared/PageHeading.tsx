import { type ReactNode, useEffect, useRef } from 'react'
import classes from './PageHeading.module.css'

// The first page of a document keeps the browser's own focus; every later one is announced by focusing its heading.
let isFirstPage = true

/** The page's h1. Takes the focus when a navigation brought its page, so that keyboards and screen readers start there. */
export function PageHeading({ children }: { children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (!isFirstPage) heading.current?.focus({ preventScroll: true })
    isFirstPage = false
  }, [])
  return (
    <h1 ref={heading} tabIndex={-1} className={classes.heading}>
      {children}
    </h1>
  )
}
