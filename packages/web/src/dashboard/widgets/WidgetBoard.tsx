import 'react-grid-layout/css/styles.css'
import '../../messages/en/widgets.ts'
import { EMBEDDED_FEATURE, getWidget, type MetricsState, WIDGET_GRID, type WidgetTab } from '@cooperage/contract'
import { Button } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { type KeyboardEvent, useCallback, useEffect, useMemo, useState } from 'react'
import GridLayout, { getCompactor } from 'react-grid-layout'
import { language } from '../../messages/language.ts'
import { useTexts } from '../../messages/use-texts.ts'
import { useSession } from '../../session/index.ts'
import { useInvalidate } from '../../shared/api/use-api.ts'
import { boardTime, boundsOf, FIRST_RANGE, type TimeRange } from '../../shared/charts/time-range.ts'
import classes from '../../shared/charts/widgets.module.css'
import { styleNonce } from '../../shared/style-nonce.ts'
import { formatDate } from '../../shared/text/numbers.ts'
import { BoardToolbar } from './BoardToolbar.tsx'
import { changedByKey, defaultLayout, keepLayout, type PlacedWidget, readLayout, widgetsOf } from './layout.ts'
import { titled } from './use-widget.ts'
import { WidgetPanel } from './WidgetPanel.tsx'

const ROW_HEIGHT = 108
const GAP = 12
/** Below this width, the eight columns are too narrow for numbers, so the widgets are in one list. */
const MIN_GRID_WIDTH = 940
const COMPACTOR = getCompactor('vertical')

// The style element that the grid adds while something is dragged needs the nonce; it reads it from this name.
Reflect.set(globalThis, '__webpack_nonce__', styleNonce())

/** The widgets of a tab with their time range (spec core-console 2, Dashboard). */
export function WidgetBoard({ tab, metrics }: { tab: WidgetTab; metrics: MetricsState }) {
  const [range, setRange] = useState<TimeRange>(FIRST_RANGE)
  const [refreshSeconds, setRefreshSeconds] = useState(15)
  const { nowSeconds, tick } = useBoardClock(refreshSeconds)
  const bounds = useMemo(() => boundsOf(range, nowSeconds), [range, nowSeconds])
  const invalidate = useInvalidate()
  const sync = (next: TimeRange) => {
    setRange(next)
    tick()
    void invalidate(getWidget)
  }
  return (
    <>
      <BoardToolbar
        range={range}
        bounds={bounds}
        onRange={sync}
        refreshSeconds={refreshSeconds}
        onRefreshSeconds={setRefreshSeconds}
      />
      <Grid tab={tab} bounds={bounds} onZoom={setRange} />
      <Source metrics={metrics} />
    </>
  )
}

function Source({ metrics: { source, since } }: { metrics: MetricsState }) {
  const t = useTexts('widgets')
  const isTenant = useSession()?.features.includes(EMBEDDED_FEATURE)
  const date = since === '' ? '' : formatDate(since)
  const ofConsole = isTenant ? t('source.visited') : date === '' ? t('source.console') : t('source.since', { date })
  return <p className={classes.source}>{source === 'prometheus' ? t('source.prometheus') : ofConsole}</p>
}

interface GridProps {
  tab: WidgetTab
  bounds: { start: number; end: number }
  onZoom: (range: TimeRange) => void
}

function Grid({ tab, bounds, onZoom }: GridProps) {
  const t = useTexts('widgets')
  const { ref, width } = useElementSize()
  const [layout, setLayout] = useState(() => readLayout(tab))
  const isGrid = width >= MIN_GRID_WIDTH
  const change = (next: readonly PlacedWidget[]) => {
    const compact = next.map(({ i, x, y, w, h }) => ({ i, x, y, w, h }))
    setLayout(compact)
    keepLayout(tab, compact)
  }
  const reset = () => {
    setLayout(defaultLayout(tab))
    keepLayout(tab, undefined)
  }
  const onKey = (id: string) => (event: KeyboardEvent) => {
    const next = changedByKey(layout, id, event.key, event.shiftKey)
    if (next === undefined) return
    event.preventDefault()
    change(COMPACTOR.compact(next, WIDGET_GRID.columns))
  }
  const isDefault = useMemo(
    () => JSON.stringify(withoutGaps(layout)) === JSON.stringify(withoutGaps(defaultLayout(tab))),
    [layout, tab],
  )
  const panels = widgetsOf(tab).map((definition) => (
    <div key={definition.layoutIdentifier} dir={language().dir} className={classes.cell} data-kind={definition.kind}>
      <WidgetPanel
        definition={titled(definition, t)}
        bounds={bounds}
        onZoom={onZoom}
        onMoveKey={isGrid ? onKey(definition.layoutIdentifier) : undefined}
      />
    </div>
  ))
  return (
    <div ref={ref} className={classes.board}>
      {width > 0 && isGrid && (
        // It places from the left, whatever the language.
        <div dir="ltr">
          <GridLayout
            width={width}
            layout={layout}
            gridConfig={{
              cols: WIDGET_GRID.columns,
              rowHeight: ROW_HEIGHT,
              margin: [GAP, GAP],
              containerPadding: [0, 0],
            }}
            dragConfig={{ handle: `.${classes.handle}` }}
            compactor={COMPACTOR}
            onDragStop={(next) => change(next)}
            onResizeStop={(next) => change(next)}
          >
            {panels}
          </GridLayout>
        </div>
      )}
      {width > 0 && !isGrid && <div className={classes.list}>{panels}</div>}
      {isGrid && !isDefault && (
        <Button variant="subtle" size="compact-sm" className={classes.reset ?? ''} onClick={reset}>
          {t('resetLayout')}
        </Button>
      )}
    </div>
  )
}

/** As the grid shows it: without empty rows. */
function withoutGaps(layout: readonly PlacedWidget[]): PlacedWidget[] {
  return COMPACTOR.compact(layout, WIDGET_GRID.columns).map(({ i, x, y, w, h }) => ({ i, x, y, w, h }))
}

/** The time that the widgets show, which advances with each refresh while the tab is visible; 0 seconds: never automatically. */
function useBoardClock(refreshSeconds: number): { nowSeconds: number; tick: () => void } {
  const [nowSeconds, setNowSeconds] = useState(boardTime)
  const tick = useCallback(() => setNowSeconds(boardTime()), [])
  useEffect(() => {
    if (refreshSeconds === 0) return
    const timer = setInterval(() => document.visibilityState === 'visible' && tick(), refreshSeconds * 1000)
    return () => clearInterval(timer)
  }, [refreshSeconds, tick])
  return { nowSeconds, tick }
}
