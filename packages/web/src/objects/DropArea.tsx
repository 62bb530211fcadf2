import { useEventListener, useMergedRef, useWindowEvent } from '@mantine/hooks'
import { IconUpload } from '@tabler/icons-react'
import { type ReactNode, useRef, useState } from 'react'
import { useTexts } from '../messages/use-texts.ts'
import { showError } from '../shared/feedback/messages.ts'
import layout from '../shared/layout.module.css'
import { droppedFiles, type NamedFile, pastedFiles } from '../transfers/index.ts'
import classes from './objects.module.css'

interface DropAreaProps {
  /** The target of dropped files, as shown to the user. */
  place: string
  /** Why files can't be dropped here. */
  disabledReason: string | undefined
  onFiles: (files: readonly NamedFile[]) => void
  children: ReactNode
}

/** Accepts dropped files and folders, and files pasted while its page is open. The Upload button does the same. */
export function DropArea({ place, disabledReason, onFiles, children }: DropAreaProps) {
  const t = useTexts('objects')
  const [isOver, setOver] = useState(false)
  // Entering a child leaves its parent: only a counter detects when the pointer has left the whole area.
  const depth = useRef(0)

  const enter = useEventListener('dragenter', (event) => {
    if (!carriesFiles(event)) return
    event.preventDefault()
    depth.current += 1
    setOver(true)
  })
  const over = useEventListener('dragover', (event) => {
    if (!carriesFiles(event)) return
    event.preventDefault()
    if (event.dataTransfer) event.dataTransfer.dropEffect = disabledReason === undefined ? 'copy' : 'none'
  })
  const leave = useEventListener('dragleave', (event) => {
    if (!carriesFiles(event)) return
    depth.current -= 1
    if (depth.current <= 0) setOver(false)
  })
  const drop = useEventListener('drop', (event) => {
    if (!carriesFiles(event) || !event.dataTransfer) return
    event.preventDefault()
    depth.current = 0
    setOver(false)
    if (disabledReason !== undefined) return
    droppedFiles(event.dataTransfer).then(onFiles, (error: unknown) =>
      showError({ message: t('dropFailed'), detailedMessage: error instanceof Error ? error.message : '' }),
    )
  })
  usePaste((files) => {
    if (disabledReason === undefined) onFiles(files)
  })
  const ref = useMergedRef<HTMLDivElement>(enter, over, leave, drop)

  return (
    <div ref={ref} className={classes.dropArea}>
      {children}
      {isOver && (
        <div className={classes.veil} data-refused={disabledReason !== undefined || undefined}>
          <div className={`${layout.stack} ${classes.words}`}>
            <IconUpload size={28} aria-hidden="true" />
            <p>{disabledReason ?? t('dropHere', { place })}</p>
          </div>
        </div>
      )}
    </div>
  )
}

/** Handles pasted files, unless a dialog is open or the user is typing. */
function usePaste(onFiles: (files: readonly NamedFile[]) => void): void {
  useWindowEvent('paste', (event) => {
    const files = pastedFiles(event.clipboardData)
    const isElsewhere =
      document.querySelector('[role="dialog"]') !== null ||
      (event.target instanceof Element && event.target.closest('input, textarea, [contenteditable]') !== null)
    if (files.length === 0 || isElsewhere) return
    event.preventDefault()
    onFiles(files)
  })
}

function carriesFiles(event: DragEvent): boolean {
  return event.dataTransfer?.types.includes('Files') === true
}
