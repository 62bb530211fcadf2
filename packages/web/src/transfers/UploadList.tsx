import { useEventListener, useMediaQuery, useMergedRef } from '@mantine/hooks'
import { type CSSProperties, useEffect, useRef, useState } from 'react'
import { useVirtualRows } from '../shared/table/use-virtual-rows.ts'
import { PHONE_QUERY } from '../shared/theme.ts'
import classes from './transfers.module.css'
import { useUploadQueue } from './transfers.ts'
import { shownOf, UploadRow } from './UploadRow.tsx'
import type { Upload } from './upload-queue.ts'

/** In pixels; on a phone, the state is below the name. */
const ROW_HEIGHT = 37
const PHONE_ROW_HEIGHT = 60
const OVERSCAN = 6
/** Running uploads first, then failed ones, then those that someone has to resume, then waiting ones. */
const RANK: Record<Upload['status'], number> = {
  running: 0,
  failed: 1,
  paused: 2,
  waiting: 3,
  canceled: 4,
  done: 5,
}

/** The files. While the pointer or the focus is on the list they keep their positions: nothing moves under a finger. */
export function UploadList({ label }: { label: string }) {
  const queue = useUploadQueue()
  const scroller = useRef<HTMLElement>(null)
  const [kept, setKept] = useState<readonly Upload[]>()
  const uploads = kept ? keptOrder(kept, queue.uploads) : byState(queue.uploads)
  const isPhone = useMediaQuery(PHONE_QUERY, window.matchMedia(PHONE_QUERY).matches) === true
  const rowHeight = isPhone ? PHONE_ROW_HEIGHT : ROW_HEIGHT
  const virtual = useVirtualRows(scroller, { count: uploads.length, rowHeight, headHeight: 0, overscan: OVERSCAN })
  const hold = () => setKept((before) => before ?? uploads)
  const release = () => {
    const isInUse = scroller.current?.matches(':hover, :focus-within') === true
    if (!isInUse) setKept(undefined)
  }
  // A focused button that is removed with its row's state fires no blur event.
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
      <ul
        className={classes.rows}
        style={{ height: virtual.height, paddingTop: virtual.above, '--row-height': `${rowHeight}px` } as CSSProperties}
      >
        {virtual.drawn.map((index) => {
          const upload = uploads[index]
          return (
            upload && (
              <UploadRow
                key={upload.id}
                upload={upload}
                shown={shownOf(upload)}
                index={index}
                count={uploads.length}
                isPhone={isPhone}
              />
            )
          )
        })}
      </ul>
    </section>
  )
}

function byState(uploads: readonly Upload[]): readonly Upload[] {
  return uploads.toSorted((a, b) => RANK[a.status] - RANK[b.status])
}

/** Keeps the previous positions; new files come last, cleared ones are removed. */
function keptOrder(kept: readonly Upload[], uploads: readonly Upload[]): readonly Upload[] {
  const there = new Set(uploads)
  const before = new Set(kept)
  return [...kept.filter((upload) => there.has(upload)), ...uploads.filter((upload) => !before.has(upload))]
}
