import type { ReactNode } from 'react'
import classes from './FullPage.module.css'
import { Mark } from './Mark.tsx'
import { PageHeading } from './PageHeading.tsx'
import { usePageTitle } from './use-page-title.ts'

interface FullPageProps {
  title: string
  text: string
  /** It stands alone, outside the shell: with the mark, and as the document's main region. */
  isAlone?: boolean
  children?: ReactNode
}

/** A page that has only one thing to say. */
export function FullPage({ title, text, isAlone = false, children }: FullPageProps) {
  usePageTitle(title)
  const Region = isAlone ? 'main' : 'div'
  return (
    <Region className={classes.page}>
      {isAlone && <Mark size={44} />}
      <PageHeading>{title}</PageHeading>
      <p className={classes.text}>{text}</p>
      {children && <div className={classes.actions}>{children}</div>}
    </Region>
  )
}
