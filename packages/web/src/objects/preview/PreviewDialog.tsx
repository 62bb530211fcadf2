import { type Entry, isFolder } from '../entry.ts'
import '../../messages/en/preview.ts'
import { downloadObject, getObjectDetails } from '@cooperage/contract'
import { ActionIcon, Modal } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import {
  IconArrowsMaximize,
  IconArrowsMinimize,
  IconChevronLeft,
  IconChevronRight,
  IconDownload,
  IconX,
} from '@tabler/icons-react'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useTexts } from '../../messages/use-texts.ts'
import { callUrl } from '../../shared/api/call.ts'
import { useApiQuery } from '../../shared/api/use-api.ts'
import { ErrorState } from '../../shared/ErrorState.tsx'
import { Loading } from '../../shared/Loading.tsx'
import { formatCount } from '../../shared/text/numbers.ts'
import { ObjectName } from '../../shared/text/ObjectName.tsx'
import { plainName } from '../../shared/text/visible-name.ts'
import { useFocusReturn } from '../../shared/use-focus-return.ts'
import { addressOf, nameOf, type ObjectRef } from '../detail/object-ref.ts'
import { stepTo } from '../key-steps.ts'
import { EncodedObject } from './EncodedObject.tsx'
import { FrameHost, type FrameHostProps, type ReadBytes } from './FrameHost.tsx'
import { MediaPlayer } from './MediaPlayer.tsx'
import { mediaKind } from './media-kind.ts'
import classes from './Preview.module.css'
import { isEncoded, readObjectRange } from './read-range.ts'
import type { PreviewedObject } from './viewers/viewer.ts'

interface PreviewDialogProps {
  /** What to show first. */
  object: ObjectRef
  /** The keys of the objects to step through, in order. */
  keys: readonly string[]
  onClose: () => void
}

interface FolderPreviewProps {
  bucket: string
  entry: Entry
  /** The rows of the folder in the order of the page. */
  rows: readonly Entry[]
  onClose: () => void
}

/** The preview of an object from its folder, with the others that the folder shows. */
export function FolderPreview({ bucket, entry, rows, onClose }: FolderPreviewProps) {
  const keys = useMemo(() => rows.filter((row) => !isFolder(row)).map(({ key }) => key), [rows])
  return <PreviewDialog object={{ bucket, key: entry.key, versionId: '' }} keys={keys} onClose={onClose} />
}

/** Shows objects of a folder, one at a time, over the whole page. */
export function PreviewDialog({ object: first, keys, onClose }: PreviewDialogProps) {
  const t = useTexts('preview')
  const [object, setObject] = useState(first)
  const index = keys.indexOf(object.key)
  const content = useRef<HTMLDivElement>(null)
  const [isFullScreen, setFullScreen] = useState(false)
  useFocusReturn()
  useEffect(() => {
    const look = () => setFullScreen(document.fullscreenElement !== null)
    document.addEventListener('fullscreenchange', look)
    return () => document.removeEventListener('fullscreenchange', look)
  }, [])

  const show = (at: number) => {
    const key = keys[at]
    if (key !== undefined && key !== object.key) setObject({ bucket: first.bucket, key, versionId: '' })
  }
  const onKey = (key: string) => {
    if (key === 'Escape') return onClose()
    const at = stepTo(key, index, keys.length)
    if (at !== undefined) show(at)
  }
  // On the window: after a click into nothing the focus is on the page's body.
  useWindowEvent('keydown', (event) => {
    // The player seeks with the arrow keys.
    const isPlayer = event.target instanceof HTMLMediaElement
    if (event.key === 'Escape' || isPlayer || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    if (stepTo(event.key, index, keys.length) === undefined) return
    event.preventDefault()
    onKey(event.key)
  })
  const toggleFullScreen = () =>
    void (isFullScreen ? document.exitFullscreen() : content.current?.requestFullscreen()?.catch(() => undefined))

  const name = nameOf(object)
  const button = { variant: 'subtle', color: 'neutral', size: 36 } as const
  return (
    <Modal.Root
      opened
      onClose={onClose}
      fullScreen
      padding={0}
      transitionProps={{ duration: 140, transition: 'fade' }}
      closeOnEscape
    >
      <Modal.Overlay color="var(--coop-backdrop)" backgroundOpacity={1} />
      <Modal.Content aria-label={t('title', { name: plainName(name) })} radius={0}>
        <div ref={content} className={classes.modal}>
          <div className={classes.header}>
            <div className={classes.title} title={plainName(name)}>
              <ObjectName name={name} />
            </div>
            {keys.length > 1 && index >= 0 && (
              <>
                <span className={classes.place} role="status">
                  {t('place', { at: formatCount(index + 1), all: formatCount(keys.length) })}
                </span>
                <ActionIcon
                  {...button}
                  aria-label={t('previous')}
                  title={t('previous')}
                  disabled={index === 0}
                  onClick={() => show(index - 1)}
                >
                  <IconChevronLeft size={20} />
                </ActionIcon>
                <ActionIcon
                  {...button}
                  aria-label={t('next')}
                  title={t('next')}
                  disabled={index === keys.length - 1}
                  onClick={() => show(index + 1)}
                >
                  <IconChevronRight size={20} />
                </ActionIcon>
              </>
            )}
            <ActionIcon
              {...button}
              component="a"
              href={callUrl(downloadObject, addressOf(object))}
              download
              aria-label={t('download')}
              title={t('download')}
            >
              <IconDownload size={18} />
            </ActionIcon>
            {document.fullscreenEnabled && (
              <ActionIcon
                {...button}
                aria-label={t(isFullScreen ? 'leaveFullScreen' : 'fullScreen')}
                title={t(isFullScreen ? 'leaveFullScreen' : 'fullScreen')}
                onClick={toggleFullScreen}
              >
                {isFullScreen ? <IconArrowsMinimize size={18} /> : <IconArrowsMaximize size={18} />}
              </ActionIcon>
            )}
            <ActionIcon {...button} aria-label={t('close')} title={t('close')} onClick={onClose} data-autofocus>
              <IconX size={20} />
            </ActionIcon>
          </div>
          <div className={classes.content}>
            <ObjectContent key={`${object.key}?${object.versionId}`} object={object} onKey={onKey} />
          </div>
        </div>
      </Modal.Content>
    </Modal.Root>
  )
}

/** One object: its details say how to show it. */
export function ObjectContent({ object, onKey }: { object: ObjectRef; onKey: (key: string) => void }) {
  const { bucket, key, versionId } = object
  const details = useApiQuery(getObjectDetails, addressOf(object))
  const [isUnplayable, setUnplayable] = useState(false)
  const size = details.data?.size
  const contentType = details.data?.content_type ?? ''
  // The version whose details are shown, even if another becomes the latest since.
  const version = versionId || details.data?.version_id
  const shown = useMemo<PreviewedObject | undefined>(
    () => (size === undefined ? undefined : { bucket, key, size, contentType, ...(version && { versionId: version }) }),
    [bucket, key, version, size, contentType],
  )
  if (shown === undefined) {
    return details.error ? (
      <ErrorState error={details.error} onRetry={() => void details.refetch()} isRetrying={details.isFetching} />
    ) : (
      <Loading />
    )
  }
  const name = nameOf(object)
  const { content_encoding: contentEncoding = '' } = details.data ?? {}
  if (isEncoded(contentEncoding)) return <EncodedObject object={shown} {...{ contentEncoding, name, onKey }} />
  const kind = isUnplayable ? undefined : mediaKind(name, contentType)
  return kind ? (
    <MediaPlayer object={shown} name={name} kind={kind} onFailed={() => setUnplayable(true)} />
  ) : (
    <StoredObject object={shown} name={name} onKey={onKey} />
  )
}

/** An object whose stored bytes are its content. */
function StoredObject({ object, ...frame }: Omit<FrameHostProps, 'read'>) {
  const read = useCallback<ReadBytes>((...range) => readObjectRange(object, ...range), [object])
  return <FrameHost object={object} read={read} {...frame} />
}
