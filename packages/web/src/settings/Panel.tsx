import { type ReactNode, useEffect, useState } from 'react'
import classes from './Settings.module.css'

/** How deep the last panel was: 0 for a list. A variable, because tabs are separate pages. */
let lastDepth = 0

/** What is below the tabs: a form slides in from the right of its list, and the list from the left of the form. */
export function Panel({ depth, children }: { depth: number; children: ReactNode }) {
  const [before] = useState(lastDepth)
  useEffect(() => {
    lastDepth = depth
  }, [depth])
  const from = depth > before ? 'right' : depth < before ? 'left' : undefined
  return (
    <div className={classes.panel} data-from={from}>
      {children}
    </div>
  )
}
