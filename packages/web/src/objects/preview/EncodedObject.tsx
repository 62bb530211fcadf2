import { formatBytes } from '@cooperage/contract'
import { useEffect, useState } from 'react'
import { useTexts } from '../../messages/use-texts.ts'
import { ApiError } from '../../shared/api/api-error.ts'
import { Loading } from '../../shared/Loading.tsx'
import { plainName } from '../../shared/text/visible-name.ts'
import { FrameHost, type ReadBytes } from './FrameHost.tsx'
import classes from './Preview.module.css'
import { readDecoded } from './read-range.ts'
import type { PreviewedObject } from './viewers/viewer.ts'

/** The page keeps the content, and few bytes can decode to any number. */
const MAX_BYTES = 32 * 1024 * 1024

interface EncodedObjectProps {
  object: PreviewedObject
  contentEncoding: string
  name: string
  onKey: (key: string) => void
}

/**
 * Shows an object that is stored compressed, as its Content-Encoding says. Its ranges are of the compressed bytes, which browsers
 * can't decode, so it is read from its start.
 */
export function EncodedObject({ object, contentEncoding, name, onKey }: EncodedObjectProps) {
  const t = useTexts('preview')
  const [decoded, setDecoded] = useState<{ object: PreviewedObject; read: ReadBytes }>()
  const [message, setMessage] = useState<string>()
  useEffect(() => {
    const abort = new AbortController()
    const encoding = plainName(contentEncoding)
    // Reading one byte more than is shown reveals whether there are more.
    readDecoded(object, MAX_BYTES + 1, abort.signal).then(
      (bytes) => {
        if (bytes.length > MAX_BYTES) {
          setMessage(t('encoded.tooLarge', { encoding, limit: formatBytes(MAX_BYTES) }))
          return
        }
        setDecoded({
          object: { ...object, size: bytes.length },
          read: async (start, end) => bytes.slice(start, end),
        })
      },
      (error: unknown) => {
        if (abort.signal.aborted) return
        if (!(error instanceof ApiError)) throw error
        setMessage(
          error.status === 200 ? t('encoded.damaged', { encoding }) : t('unreadable', { reason: error.message }),
        )
      },
    )
    return () => abort.abort()
  }, [object, contentEncoding, t])

  if (message !== undefined) {
    return (
      <p className={classes.message} role="alert">
        {message}
      </p>
    )
  }
  return decoded === undefined ? <Loading /> : <FrameHost {...decoded} name={name} onKey={onKey} />
}
