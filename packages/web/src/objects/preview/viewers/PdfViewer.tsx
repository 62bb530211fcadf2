import { useElementSize } from '@mantine/hooks'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useTexts } from '../../../messages/use-texts.ts'
import { drawPage, isLocked, openPdf } from './pdf-document.ts'
import { useContent } from './use-content.ts'
import type { ViewerProps } from './viewer.ts'
import classes from './viewers.module.css'

/** Zoomed pages are wider than the frame by this factor. */
const ZOOM = 2

/** One page of a PDF at a time, drawn on a canvas. */
export function PdfViewer({ object, readRange }: ViewerProps) {
  const t = useTexts('preview')
  const document = useContent(async (signal) => {
    try {
      return await openPdf(object.size, readRange, signal)
    } catch (error) {
      throw new Error(t(isLocked(error) ? 'pdf.locked' : 'pdf.broken'), { cause: error })
    }
  })
  const [page, setPage] = useState(1)
  const [isZoomed, setZoomed] = useState(false)
  const [isBroken, setBroken] = useState(false)
  const { ref, width } = useElementSize<HTMLDivElement>()
  const canvas = useRef<HTMLCanvasElement>(null)
  const drawn = Math.round(width * (isZoomed ? ZOOM : 1))
  useEffect(() => {
    if (document === undefined || canvas.current === null || drawn === 0) return
    const abort = new AbortController()
    setBroken(false)
    const element = canvas.current
    drawPage(document, page, element, drawn, abort.signal).then(
      () => !abort.signal.aborted && element.setAttribute('data-page', String(page)),
      () => !abort.signal.aborted && setBroken(true),
    )
    return () => abort.abort()
  }, [document, page, drawn])

  if (document === undefined) return null
  const turn = (to: number) => setPage(Math.min(document.numPages, Math.max(1, to)))
  const onKeyDown = (event: KeyboardEvent) => {
    const to = { PageUp: page - 1, PageDown: page + 1, Home: 1, End: document.numPages }[event.key]
    if (to === undefined) return
    event.preventDefault()
    turn(to)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the buttons below
    <div className={classes.viewer} onKeyDown={onKeyDown}>
      <section
        className={`${classes.scroller} ${classes.pages}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so it must be reachable with the keyboard
        tabIndex={0}
        aria-label={t('pdf.page', { page, all: document.numPages })}
      >
        <div ref={ref}>
          <canvas ref={canvas} className={classes.page} data-zoomed={isZoomed || undefined} hidden={isBroken} />
        </div>
        {isBroken && <p className={classes.broken}>{t('pdf.brokenPage')}</p>}
      </section>
      <div className={classes.footer}>
        <button type="button" className={classes.button} disabled={page === 1} onClick={() => turn(page - 1)}>
          {t('pdf.previous')}
        </button>
        <span role="status" className={classes.place}>
          {t('pdf.page', { page, all: document.numPages })}
        </span>
        <button
          type="button"
          className={classes.button}
          disabled={page === document.numPages}
          onClick={() => turn(page + 1)}
        >
          {t('pdf.next')}
        </button>
        <button
          type="button"
          className={`${classes.button} ${classes.zoom}`}
          aria-pressed={isZoomed}
          onClick={() => setZoomed(!isZoomed)}
        >
          {t('pdf.zoom')}
        </button>
      </div>
    </div>
  )
}
