import { useComputedColorScheme } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useTexts } from '../../messages/use-texts.ts'
import { basePath } from '../../navigation/base-path.ts'
import { ApiError } from '../../shared/api/api-error.ts'
import { Loading } from '../../shared/Loading.tsx'
import { plainName } from '../../shared/text/visible-name.ts'
import { FORWARDED_KEYS, type FromFrame, READY, type Show, type ToFrame } from './frame/protocol.ts'
import classes from './Preview.module.css'
import { type PreviewedObject, READ_LIMIT } from './viewers/viewer.ts'

const PING_EVERY_MS = 2_000
/** A frame that is silent for this long is removed: its content keeps it busy. */
const SILENT_MS = 15_000
/** Reads that a frame may have open. */
const MAX_READS = 16

/** The bytes of an object from `start` up to, but not including, `end`. @throws ApiError */
export type ReadBytes = (start: number, end: number, signal: AbortSignal) => Promise<Uint8Array<ArrayBuffer>>

export interface FrameHostProps {
  object: PreviewedObject
  /** Stable for the object. */
  read: ReadBytes
  name: string
  onKey: (key: string) => void
}

/**
 * Shows an object in the preview frame: a document without an origin, in which content can reach neither the page nor the
 * network. It can request ranges of this one object, and nothing else. A new frame for each object: nothing that
 * one does to it reaches the next.
 */
export function FrameHost({ object, read, name, onKey }: FrameHostProps) {
  const t = useTexts('preview')
  const frame = useRef<HTMLIFrameElement>(null)
  const [isStopped, setStopped] = useState(false)
  const [isWaiting, setWaiting] = useState(false)
  const scheme = useComputedColorScheme()
  const keys = useRef(onKey)
  keys.current = onKey

  useEffect(() => {
    const abort = new AbortController()
    const { signal } = abort
    const { port1: port, port2: theirs } = new MessageChannel()
    const send = (message: ToFrame, transfer: Transferable[] = []) => port.postMessage(message, transfer)
    let heardAt = performance.now()
    let reads = 0
    // Nothing is read of an empty object.
    setWaiting(object.size > 0)

    const sendBytes = async (id: number, start: number, end: number) => {
      const isRange = [id, start, end].every(Number.isSafeInteger) && start >= 0 && end > start && end <= object.size
      if (!isRange || end - start > READ_LIMIT || reads >= MAX_READS) return
      reads++
      try {
        const bytes = await read(start, end, signal)
        send({ type: 'bytes', id, bytes }, [bytes.buffer])
      } catch (error) {
        if (signal.aborted) return
        if (!(error instanceof ApiError)) throw error
        send({ type: 'failed', id, message: t('unreadable', { reason: error.message }) })
      } finally {
        reads--
        setWaiting(false)
      }
    }
    port.onmessage = ({ data }: MessageEvent<FromFrame>) => {
      heardAt = performance.now()
      if (data.type === 'read') void sendBytes(data.id, data.start, data.end)
      // What reads nothing, as the words for an object that can't be shown, is drawn by then.
      else if (data.type === 'pong' && reads === 0) setWaiting(false)
      else if (data.type === 'key' && FORWARDED_KEYS.includes(data.key)) keys.current(data.key)
    }
    const onReady = ({ source, data }: MessageEvent) => {
      const shown = frame.current?.contentWindow
      if (!shown || source !== shown || data !== READY) return
      removeEventListener('message', onReady)
      // The frame has no origin that could be named.
      shown.postMessage({ object, scheme } satisfies Show, '*', [theirs])
    }
    addEventListener('message', onReady)
    const pings = setInterval(() => {
      if (performance.now() - heardAt > SILENT_MS) setStopped(true)
      else send({ type: 'ping' })
    }, PING_EVERY_MS)
    return () => {
      abort.abort()
      clearInterval(pings)
      removeEventListener('message', onReady)
      port.close()
    }
  }, [object, read, scheme, t])

  if (isStopped) {
    return (
      <p className={classes.message} role="alert">
        {t('stopped')}
      </p>
    )
  }
  return (
    <div className={classes.host}>
      <iframe
        key={scheme}
        ref={frame}
        className={classes.frame}
        title={t('frame', { name: plainName(name) })}
        src={`${basePath()}preview-frame`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the focus trap of the dialog only includes what has a tab index
        tabIndex={0}
        sandbox="allow-scripts"
        referrerPolicy="no-referrer"
      />
      {isWaiting && (
        <div className={classes.waiting}>
          <Loading />
        </div>
      )}
    </div>
  )
}
