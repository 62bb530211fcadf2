import { formatBytes } from '@cooperage/contract'
import { useState } from 'react'
import { useTexts } from '../../../../messages/use-texts.ts'
import { DocumentFrame, FirstPart } from '../DocumentFrame.tsx'
import { useContent } from '../use-content.ts'
import type { ViewerProps } from '../viewer.ts'
import classes from '../viewers.module.css'
import { HEX_LIMIT, HEX_PAGE, hexRows } from './hex-rows.ts'

/** The bytes of any object. */
export function HexViewer({ object, readRange }: ViewerProps) {
  const t = useTexts('previewDocuments')
  const first = useContent(() => readRange(0, HEX_PAGE))
  const [more, setMore] = useState<Uint8Array[]>([])
  const [isLoading, setLoading] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  // A row fits on a phone.
  const [perRow] = useState(() => (window.matchMedia('(max-width: 640px)').matches ? 8 : 16))
  if (failure !== undefined) throw failure
  if (first === undefined) return null
  const parts = [first, ...more]
  const shown = parts.reduce((length, part) => length + part.length, 0)
  const load = () => {
    setLoading(true)
    readRange(shown, shown + HEX_PAGE).then(
      (part) => {
        setMore([...more, part])
        setLoading(false)
      },
      (error: unknown) => setFailure(error),
    )
  }
  const hasMore = shown < object.size
  return (
    <DocumentFrame
      label={t('hex.label')}
      facts={
        <>
          <FirstPart shown={shown} size={object.size} />
          {hasMore && shown >= HEX_LIMIT && <span>{t('hex.limit', { limit: formatBytes(HEX_LIMIT) })}</span>}
        </>
      }
      actions={
        hasMore &&
        shown < HEX_LIMIT && (
          <button type="button" className={classes.button} disabled={isLoading} onClick={load}>
            {t('more')}
          </button>
        )
      }
    >
      {parts.map((part, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts are only added at the end
        <pre key={at * HEX_PAGE} className={classes.bytes} dir="ltr">
          {hexRows(part, at * HEX_PAGE, perRow)}
        </pre>
      ))}
    </DocumentFrame>
  )
}
