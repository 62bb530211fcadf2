import { useEventListener, useMergedRef } from '@mantine/hooks'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef, useState } from 'react'
import classes from './TransferPanel.module.css'
import { useUploadQueue } from './transfers.ts'
import { UploadRow } from './UploadRow.tsx'
import type { Upload } from './upload-queue.ts'

const ROW_HEIGHT = 37
const OVERSCAN = 6
/** What one looks for comes first: what goes on, what has gone wrong, what will be. */
const RANK: Record<Upload['status'], number> = { running: 0, failed: 1, waiting: 2, cancelled: 3, done: 4 }

/** The files. While the pointer or the keyboard is on them they keep their places: nothing moves under a finger. */
export function UploadList({ label }: { label: string }) {
  const queue = useUploadQueue()
  const scroller = useRef<HTMLElement>(null)
  const [kept, setKept] = useState<readonly Upload[]>()
  const uploads = kept ? keptOrder(kept, queue.uploads) : ordered(queue.uploads)
  const virtualizer = useVirtualizer({
    count: uploads.length,
    getScrollElement: () => scroller.current,
    getItemKey: (index) => uploads[index]?.id ?? index,
    estimateSize: () => ROW_HEIGHT,
    overscan: OVERSCAN,
  })
  const hold = () => setKept((before) => before ?? uploads)
  const release = () => {
    const isInUse = scroller.current?.matches(':hover, :focus-within') === true
    if (!isInUse) setKept(undefined)
  }
  // A focused button that goes with its row's state leaves without saying so.
  useEffect(() => {
    if (kept) release()
  })
  const ref = useMergedRef<HTMLElement>(
    scroller,
    useEventListener('pointerenter', hold),
    useEventListener('focusin', hold),
    useEventListener('pointerleave', release),
    useEventListener('focusout', () => requestAnimationFrame(release)),
  )
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard, also without a button in it
    <section ref={ref} className={classes.list} aria-label={label} tabIndex={0}>
      <ul className={classes.rows} style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map((item) => {
          const upload = uploads[item.index]
          if (upload === undefined) return null
          return (
            <UploadRow
              key={upload.id}
              upload={upload}
              index={item.index}
              count={uploads.length}
              top={item.start}
              measure={virtualizer.measureElement}
            />
          )
        })}
      </ul>
    </section>
  )
}

function ordered(uploads: readonly Upload[]): readonly Upload[] {
  return uploads.toSorted((a, b) => RANK[a.status] - RANK[b.status])
}

/** The places as they were; what is new comes last, what was cleared is gone. */
function keptOrder(kept: readonly Upload[], uploads: readonly Upload[]): readonly Upload[] {
  const there = new Set(uploads)
  const before = new Set(kept)
  return [...kept.filter((upload) => there.has(upload)), ...uploads.filter((upload) => !before.has(upload))]
}
