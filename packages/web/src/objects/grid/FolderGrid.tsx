import '../../messages/en/preview.ts'
import { useElementSize, useMergedRef } from '@mantine/hooks'
import { type KeyboardEvent, type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { useTexts } from '../../messages/use-texts.ts'
import { showNotice } from '../../shared/feedback/messages.ts'
import { Loading } from '../../shared/Loading.tsx'
import layout from '../../shared/layout.module.css'
import { runActionKey } from '../../shared/table/action-keys.ts'
import type { RowAction } from '../../shared/table/columns.tsx'
import { COMPACT_BELOW, type TableSelection } from '../../shared/table/DataTable.tsx'
import { RowActions } from '../../shared/table/RowActions.tsx'
import { rowLabels } from '../../shared/table/row-labels.ts'
import { SelectBox } from '../../shared/table/SelectBox.tsx'
import { SelectionBar } from '../../shared/table/SelectionBar.tsx'
import { toggled, withRange } from '../../shared/table/selection.ts'
import { useVirtualRows } from '../../shared/table/use-virtual-rows.ts'
import { ObjectName } from '../../shared/text/ObjectName.tsx'
import { plainName } from '../../shared/text/visible-name.ts'
import { focusList, LIST } from '../../shared/use-focus-return.ts'
import { type Entry, leafName } from '../entry.ts'
import { gridStep } from '../key-steps.ts'
import classes from './FolderGrid.module.css'
import { Thumbnail } from './Thumbnail.tsx'

const TILE_WIDTH = 176
const ROW_HEIGHT = 188
const OVERSCAN = 1
const keyOf = ({ key }: Entry) => key

interface FolderGridProps {
  bucket: string
  prefix: string
  label: string
  /** Folders first. */
  rows: readonly Entry[]
  canRead: boolean
  actions: readonly RowAction<Entry>[]
  selection: TableSelection
  onOpen: (entry: Entry) => void
  /** Shows an entry beside the grid when it gets the focus or is clicked, which then doesn’t open it. */
  onShow: (entry: Entry) => (() => void) | undefined
  isLoading: boolean
  /** Replaces the tiles: a failure, or an empty state. */
  instead: ReactNode
}

/** A folder as tiles with pictures. Only the tiles in sight exist, and only they load their pictures. */
export function FolderGrid(props: FolderGridProps) {
  const { bucket, prefix, label, rows, canRead, actions, selection, onOpen, onShow, isLoading, instead } = props
  const t = useTexts('preview')
  const shared = useTexts()
  const labels = useMemo(() => rowLabels(shared), [shared])
  const card = useRef<HTMLDivElement>(null)
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
  const lastPicked = useRef<string>(undefined)
  const pick = (key: string, isRange: boolean) => {
    const from = lastPicked.current
    lastPicked.current = key
    const { selected } = selection
    const isFromTo = isRange && from !== undefined
    selection.onChange(isFromTo ? withRange(selected, rows.map(keyOf), from, key) : toggled(selected, key))
  }
  /** Whether the key did something to the selection, as in a table. */
  const onSelectionKey = (event: KeyboardEvent, entry: Entry): boolean => {
    if (event.ctrlKey || event.metaKey) {
      if (event.key.toLowerCase() !== 'a' || event.shiftKey) return false
      selection.onChange(new Set(rows.map(keyOf)), true)
    } else if (event.key === ' ') pick(entry.key, event.shiftKey)
    else return false
    return true
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || !(event.target instanceof HTMLElement)) return
    const from = Number(event.target.dataset.tile)
    const entry = rows[from]
    if (entry === undefined) return
    if (onSelectionKey(event, entry)) return event.preventDefault()
    if (event.ctrlKey || event.metaKey) return
    const keys = { actions, selection, say: showNotice }
    if (runActionKey(event, entry, event.target.parentElement, keys)) return event.preventDefault()
    const to = gridStep(event.key, from, columns, rows.length)
    const target = to === undefined ? undefined : rows[to]
    if (to === undefined || target === undefined) return
    event.preventDefault()
    if (event.shiftKey) selection.onChange(withRange(selection.selected, rows.map(keyOf), entry.key, target.key))
    scrollToRow(Math.floor(to / columns))
    setActive(to)
    setWanted(to)
  }
  const isActiveDrawn = drawn.includes(Math.floor(active / columns))
  const firstDrawn = (drawn[0] ?? 0) * columns

  return (
    <div ref={card} className={classes.card} {...{ [LIST]: true }}>
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
                  const isTabStop = at === (isActiveDrawn ? active : firstDrawn)
                  return (
                    <div
                      key={entry.key}
                      className={classes.tile}
                      style={{ width: `${100 / columns}%` }}
                      data-selected={selection.selected.has(entry.key) || undefined}
                    >
                      <button
                        type="button"
                        className={classes.open}
                        data-tile={at}
                        tabIndex={isTabStop ? 0 : -1}
                        title={plainName(name)}
                        onFocus={() => {
                          setActive(at)
                          onShow(entry)?.()
                        }}
                        onClick={({ ctrlKey, metaKey, shiftKey, detail }) => {
                          if (ctrlKey || metaKey || shiftKey) pick(entry.key, shiftKey)
                          // Of the pointer: Enter opens.
                          else if (detail > 0 && onShow(entry)) onShow(entry)?.()
                          else onOpen(entry)
                        }}
                      >
                        <Thumbnail bucket={bucket} entry={entry} canRead={canRead} />
                        <span className={`${layout.cut} ${classes.name}`}>
                          <ObjectName name={name} />
                        </span>
                      </button>
                      <div className={classes.pick}>
                        <SelectBox
                          label={labels.select(plainName(name))}
                          isChecked={selection.selected.has(entry.key)}
                          isTabStop={isTabStop}
                          onToggle={({ nativeEvent }) =>
                            pick(entry.key, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
                          }
                        />
                      </div>
                      <div className={classes.menu}>
                        <RowActions
                          row={entry}
                          name={plainName(name)}
                          actions={actions}
                          labels={labels}
                          hasMenuOnly
                          isTabStop={isTabStop}
                        />
                      </div>
                    </div>
                  )
                })}
              </li>
            ))}
          </ul>
        )}
      </div>
      <SelectionBar
        count={selection.selected.size}
        summary={selection.summary}
        actions={selection.actions ?? []}
        isCompact={width < COMPACT_BELOW}
        onClear={() => {
          selection.onChange(new Set())
          focusList(card.current)
        }}
      />
    </div>
  )
}
