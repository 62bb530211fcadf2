import type { ReactNode } from 'react'
import classes from './FullPage.module.css'
import { Mark } from './Mark.tsx'
import { PageHeading } from './PageHeading.tsx'
import { usePageTitle } from './use-page-title.ts'

interface FullPageProps {
  title: string
  text: string
  withMark?: boolean
  children?: ReactNode
}

/** A page that has only one thing to say. */
export function FullPage({ title, text, withMark = false, children }: FullPageProps) {
  usePageTitle(title)
  return (
    <div className={classes.page}>
      {withMark && <Mark size={44} />}
      <PageHeading>{title}</PageHeading>
      <p className={classes.text}>{text}</p>
      {children}
    </div>
  )
}
