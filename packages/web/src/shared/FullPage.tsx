import type { ReactNode } from 'react'
import { Logo } from './Logo.tsx'
import { PageHeading } from './PageHeading.tsx'
import classes from './page.module.css'
import { usePageTitle } from './use-page-title.ts'

interface FullPageProps {
  title: string
  text: string
  /** Outside the shell: with the logo, and as the document's main region. */
  isAlone?: boolean
  children?: ReactNode
}

/** A page with a single message. */
export function FullPage({ title, text, isAlone = false, children }: FullPageProps) {
  usePageTitle(title)
  const Region = isAlone ? 'main' : 'div'
  return (
    <Region className={classes.fullPage}>
      {isAlone && <Logo size={44} />}
      <PageHeading>{title}</PageHeading>
      <p className={classes.fullPageText}>{text}</p>
      {children && <div className={classes.fullPageActions}>{children}</div>}
    </Region>
  )
}
