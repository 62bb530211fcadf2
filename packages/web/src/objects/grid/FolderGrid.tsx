import '../../messages/en/preview.ts'
import { useElementSize, useMergedRef } from '@mantine/hooks'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Loading } from '../../shared/Loading.tsx'
import layout from '../../shared/layout.module.css'
import { useVirtualRows } from '../../shared/table/use-virtual-rows.ts'
import { ObjectName } from '../../shared/text/ObjectName.tsx'
import { plainName } from '../../shared/text/visible-name.ts'
import { type Entry, leafName } from '../entry.ts'
import { gridStep } from '../key-steps.ts'
import classes from './FolderGrid.module.css'
import { Thumbnail } from './Thumbnail.tsx'

const TILE_WIDTH = 176
const ROW_HEIGHT = 188
const OVERSCAN = 1

interface FolderGridProps {
  bucket: string
  prefix: string
  label: string
  /** Folders first. */
  rows: readonly Entry[]
  canRead: boolean
  onOpen: (entry: Entry) => void
  isLoading: boolean
  /** Replaces the tiles: a failure, or an empty state. */
  instead: ReactNode
}

/** A folder as tiles with pictures. Only the tiles in sight exist, and only they load their pictures. */
export function FolderGrid({ bucket, prefix, label, rows, canRead, onOpen, isLoading, instead }: FolderGridProps) {
  const { t } = useTranslation('preview')
  const scroller = useRef<HTMLDivElement>(null)
  const { ref: measured, width } = useElementSize<HTMLDivElement>()
  const ref = useMergedRef(scroller, measured)
  const columns = Math.max(2, Math.floor(width / TILE_WIDTH))
  const { drawn, height, above, scrollToRow } = useVirtualRows(scroller, {
    count: Math.ceil(rows.length / columns),
    rowHeight: ROW_HEIGHT,
    headHeight: 0,
    overscan: OVERSCAN,
  })
  const [active, setActive] = useState(0)
  const [wanted, setWanted] = useState<number>()
  useEffect(() => {
    const tile = wanted !== undefined && scroller.current?.querySelector<HTMLElement>(`[data-tile="${wanted}"]`)
    if (!tile) return
    tile.focus({ preventScroll: true })
    setWanted(undefined)
  })
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey || !(event.target instanceof HTMLElement)) return
    const to = gridStep(event.key, Number(event.target.dataset.tile), columns, rows.length)
    if (to === undefined) return
    event.preventDefault()
    scrollToRow(Math.floor(to / columns))
    setActive(to)
    setWanted(to)
  }
  const isActiveDrawn = drawn.includes(Math.floor(active / columns))
  const firstDrawn = (drawn[0] ?? 0) * columns

  return (
    <div className={classes.card}>
      <div ref={ref} className={classes.scroller}>
        {rows.length === 0 ? (
          isLoading ? (
            <Loading />
          ) : (
            instead
          )
        ) : (
          <ul
            aria-label={t('grid.label', { name: label })}
            className={classes.tiles}
            style={{ height, paddingTop: above }}
            onKeyDown={onKeyDown}
          >
            {drawn.map((index) => (
              <li key={index} className={classes.row} style={{ height: ROW_HEIGHT }}>
                {rows.slice(index * columns, (index + 1) * columns).map((entry, column) => {
                  const at = index * columns + column
                  const name = leafName(entry.key, prefix)
                  return (
                    <button
                      key={entry.key}
                      type="button"
                      className={classes.tile}
                      style={{ width: `${100 / columns}%` }}
                      data-tile={at}
                      tabIndex={at === (isActiveDrawn ? active : firstDrawn) ? 0 : -1}
                      title={plainName(name)}
                      onFocus={() => setActive(at)}
                      onClick={() => onOpen(entry)}
                    >
                      <Thumbnail bucket={bucket} entry={entry} canRead={canRead} />
                      <span className={`${layout.cut} ${classes.name}`}>
                        <ObjectName name={name} />
                      </span>
                    </button>
                  )
                })}
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  )
}
