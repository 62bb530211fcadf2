import '../../messages/en/columns.ts'
import type { TableLayout } from '@cooperage/contract'
import { ActionIcon, Button } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconMinus, IconPlus, type TablerIcon } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import type { MouseEvent } from 'react'
import { flushSync } from 'react-dom'
import { useTexts } from '../../messages/use-texts.ts'
import type { ColumnListProps } from './ColumnChooser.tsx'
import classes from './ColumnList.module.css'
import { entriesOf, keepLayout, movedBy, withColumn } from './layout-changes.ts'
import { arranged, leastWidth, useTableLayout } from './table-layout.ts'

/** By how many pixels a click changes a width. */
const STEP = 20

/** Chooses which columns a table shows, in which order and how wide; kept for the account. */
export function ColumnList({ table, columns, drawn }: ColumnListProps) {
  const t = useTexts('columns')
  const client = useQueryClient()
  const layout = useTableLayout(table)
  const keep = (next: TableLayout) => keepLayout(client, table, next)
  const widthOf = (id: string, track: string) =>
    drawn.current?.querySelector<HTMLElement>(`[data-column="${id}"]`)?.offsetWidth ?? leastWidth(track)
  const entries = entriesOf(columns, layout)
  const last = columns.length - 1
  return (
    <>
      <p className={classes.title}>{t('title')}</p>
      <ul className={classes.columns}>
        {arranged(columns, layout).map(({ id, header, width }, index) => {
          const isShown = entries[index]?.isShown
          const move = (by: number) => (event: MouseEvent<HTMLElement>) => {
            const button = event.currentTarget
            flushSync(() => keep(movedBy(columns, layout, id, by)))
            // A browser takes the focus from what is moved in the page.
            button.focus()
          }
          const widen = (by: number) => () => keep(withColumn(columns, layout, id, { width: widthOf(id, width) + by }))
          return (
            <li key={id}>
              {index === 0 ? (
                <span>{header}</span>
              ) : (
                <label>
                  <input
                    type="checkbox"
                    checked={isShown}
                    onChange={() => keep(withColumn(columns, layout, id, { isShown: !isShown }))}
                  />
                  {header}
                </label>
              )}
              {/* A phone has no columns beside each other. */}
              <span className={classes.widths}>
                <Tool
                  icon={IconMinus}
                  label={t('narrower', { column: header })}
                  isOff={!isShown}
                  onClick={widen(-STEP)}
                />
                <Tool icon={IconPlus} label={t('wider', { column: header })} isOff={!isShown} onClick={widen(STEP)} />
              </span>
              {index > 0 && (
                <>
                  <Tool icon={IconArrowUp} label={t('up', { column: header })} isOff={index === 1} onClick={move(-1)} />
                  <Tool
                    icon={IconArrowDown}
                    label={t('down', { column: header })}
                    isOff={index === last}
                    onClick={move(1)}
                  />
                </>
              )}
            </li>
          )
        })}
      </ul>
      <Button variant="default" size="xs" {...offIf(layout.length === 0)} onClick={() => keep([])}>
        {t('reset')}
      </Button>
    </>
  )
}

/** It keeps the focus. */
function offIf(isOff: boolean) {
  return isOff ? { 'aria-disabled': true, 'data-disabled': true } : {}
}

interface ToolProps {
  icon: TablerIcon
  label: string
  isOff: boolean
  onClick: (event: MouseEvent<HTMLElement>) => void
}

function Tool({ icon: Icon, label, isOff, onClick }: ToolProps) {
  return (
    <ActionIcon
      variant="subtle"
      color="neutral"
      size={28}
      className={classes.tool}
      aria-label={label}
      title={label}
      {...offIf(isOff)}
      onClick={isOff ? undefined : onClick}
    >
      <Icon size={16} />
    </ActionIcon>
  )
}
