import '../../../messages/en/preview-documents.ts'
import { formatBytes } from '@cooperage/contract'
import type { ReactNode } from 'react'
import { useTexts } from '../../../messages/use-texts.ts'
import classes from './viewers.module.css'

interface DocumentFrameProps {
  label: string
  /** Facts about the document below it. */
  facts?: ReactNode
  actions?: ReactNode
  children: ReactNode
}

/** A document that scrolls, with a line of facts below. */
export function DocumentFrame({ label, facts, actions, children }: DocumentFrameProps) {
  return (
    <div className={`${classes.viewer} ${classes.document}`}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so it must be reachable with the keyboard */}
      <section className={classes.scroller} tabIndex={0} aria-label={label}>
        {children}
      </section>
      {(facts || actions) && <Footer facts={facts} actions={actions} />}
    </div>
  )
}

export function Footer({ facts, actions }: { facts?: ReactNode; actions?: ReactNode }) {
  return (
    <div className={classes.footer}>
      {facts}
      {actions && <div className={classes.actions}>{actions}</div>}
    </div>
  )
}

/** How much of the object is shown; nothing if all of it is. */
export function FirstPart({ shown, size }: { shown: number; size: number }) {
  const t = useTexts('previewDocuments')
  if (shown >= size) return null
  return <span>{t('firstPart', { shown: formatBytes(shown), size: formatBytes(size) })}</span>
}
