import '../../messages/en/bucket-usage.ts'
import {
  type BucketUsageHistory,
  getBucketUsageHistory,
  LOG_SEARCH_FEATURE,
  USAGE_RANGES,
  type UsageRange,
} from '@cooperage/contract'
import { ActionIcon, Button } from '@mantine/core'
import { IconChevronLeft, IconChevronRight, IconZoomIn, IconZoomOut } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useId, useMemo, useState } from 'react'
import { useTexts } from '../../messages/use-texts.ts'
import { AppLink } from '../../navigation/AppLink.tsx'
import { useNavigation } from '../../navigation/navigation.ts'
import { logSearchPath } from '../../navigation/paths/logs.ts'
import { guidePath } from '../../navigation/paths/pages.ts'
import { useSession } from '../../session/index.ts'
import { apiQuery } from '../../shared/api/use-api.ts'
import { CsvButton } from '../../shared/CsvButton.tsx'
import { type Bounds, stepped, ZOOM_STEPS } from '../../shared/charts/time-range.ts'
import { ErrorState } from '../../shared/ErrorState.tsx'
import { explained } from '../../shared/ExplainedButton.tsx'
import layout from '../../shared/layout.module.css'
import { Bytes } from '../../shared/text/Bytes.tsx'
import { formatCount, formatDate } from '../../shared/text/numbers.ts'
import { sentences } from '../../shared/text/sentences.ts'
import { useDelayed } from '../../shared/use-delayed.ts'
import { LineGraph } from '../index.ts'
import { rangesOfSamples } from './sample-range.ts'
import classes from './usage.module.css'

const ZOOM_ICONS = { in: IconZoomIn, out: IconZoomOut, earlier: IconChevronLeft, later: IconChevronRight }

const isoOf = (seconds: number) => new Date(seconds * 1000).toISOString()
const secondsOf = (iso: string) => Math.floor(Date.parse(iso) / 1000)

/** Size and objects of a bucket over time, and the way from there to the log. */
export function UsageHistory({ bucket }: { bucket: string }) {
  const t = useTexts('bucketUsage')
  const id = useId()
  const [range, setRange] = useState<UsageRange>('twoWeeks')
  const [zoom, setZoom] = useState<Bounds>()
  const query = useQuery({
    ...apiQuery(getBucketUsageHistory, { params: { bucket }, query: { range } }),
    placeholderData: keepPreviousData,
  })
  const { data, error, isFetching, isPending, refetch } = query
  const isSlow = useDelayed(isPending, 100)
  const canSearch = useSession()?.features.includes(LOG_SEARCH_FEATURE) === true
  return (
    <section className={`${layout.card} ${classes.card}`} aria-labelledby={id} aria-busy={isPending}>
      <div className={classes.head}>
        <h2 id={id} className={layout.heading}>
          {t('title')}
        </h2>
        <fieldset className={`${layout.group} ${layout.row}`} aria-label={t('ranges.label')}>
          {USAGE_RANGES.map((one) => (
            <Button
              key={one}
              size="compact-sm"
              variant={range === one && !zoom ? 'light' : 'default'}
              aria-pressed={range === one && !zoom}
              onClick={() => {
                setZoom(undefined)
                setRange(one)
              }}
            >
              {t(`ranges.${one}`)}
            </Button>
          ))}
        </fieldset>
      </div>
      {error && <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />}
      {!error && data && <History bucket={bucket} history={data} zoom={zoom} onZoom={setZoom} canSearch={canSearch} />}
      {!error && !data && isSlow && <div className={classes.skeleton} />}
    </section>
  )
}

interface HistoryProps {
  bucket: string
  history: BucketUsageHistory
  zoom: Bounds | undefined
  onZoom: (bounds: Bounds) => void
  canSearch: boolean
}

function History({ bucket, history, zoom, onZoom, canSearch }: HistoryProps) {
  const t = useTexts('bucketUsage')
  const { push } = useNavigation()
  const { source, start, end, points } = history
  const bounds = useMemo(() => zoom ?? { start: secondsOf(start), end: secondsOf(end) }, [zoom, start, end])
  const shown = useMemo(
    () => points.filter(({ time }) => secondsOf(time) >= bounds.start && secondsOf(time) <= bounds.end),
    [points, bounds],
  )
  const lines = useMemo(() => {
    const line = (name: string, value: (point: (typeof shown)[number]) => number) =>
      shown.length === 0
        ? []
        : [{ name, points: shown.map((point) => ({ time: secondsOf(point.time), value: value(point) })) }]
    return {
      size: line(t('size'), ({ size }) => size),
      objects: line(t('objects'), ({ objects }) => objects),
    }
  }, [shown, t])
  const logsOf = (range: Bounds) => logSearchPath({ bucket, from: range.start, to: range.end })
  const search = canSearch && <AppLink to={logsOf(bounds)}>{t('searchLogs')}</AppLink>
  const ranges = useMemo(() => rangesOfSamples(points.map(({ time }) => secondsOf(time))), [points])
  const logsOfSample = (time: number) => logsOf(ranges.get(time) ?? bounds)
  if (source === 'none') {
    return (
      <p className={layout.note}>
        {t('none')} <AppLink to={guidePath('monitoring')}>{t('noneLink')}</AppLink>
      </p>
    )
  }
  if (points.length === 0) {
    return (
      <p className={`${layout.note} ${layout.row}`}>
        {t('noSamples')} {search}
      </p>
    )
  }
  const whole = { start: secondsOf(start), end: secondsOf(end) }
  const onGraphZoom = (range: { minutes: number } | Bounds) => 'start' in range && onZoom(range)
  const onPick = canSearch ? (time: number) => push(logsOfSample(time)) : undefined
  return (
    <>
      <fieldset className={`${layout.group} ${layout.row}`} aria-label={t('zoom.label')}>
        {ZOOM_STEPS.map((step) => {
          const Icon = ZOOM_ICONS[step]
          const next = stepped(bounds, step, whole)
          const isEnd = next.start === bounds.start && next.end === bounds.end
          return (
            <ActionIcon
              key={step}
              variant="default"
              size={28}
              aria-label={t(`zoom.${step}`)}
              title={t(`zoom.${step}`)}
              {...explained(isEnd ? t(`zoom.end.${step}`) : undefined)}
              onClick={isEnd ? undefined : () => onZoom(next)}
            >
              <Icon size={16} aria-hidden="true" />
            </ActionIcon>
          )
        })}
        <span role="status" className={layout.note}>
          {t('zoom.shown', { start: formatDate(isoOf(bounds.start)), end: formatDate(isoOf(bounds.end)) })}
        </span>
      </fieldset>
      <div className={classes.charts}>
        <div className={classes.chart}>
          <h3 className={layout.subheading}>{t('size')}</h3>
          <LineGraph
            definition={{ title: t('sizeOf', { bucket }), unit: 'bytes' }}
            lines={lines.size}
            bounds={bounds}
            onZoom={onGraphZoom}
            onPick={onPick}
          />
        </div>
        <div className={classes.chart}>
          <h3 className={layout.subheading}>{t('objects')}</h3>
          <LineGraph
            definition={{ title: t('objectsOf', { bucket }), unit: 'count' }}
            lines={lines.objects}
            bounds={bounds}
            onZoom={onGraphZoom}
            onPick={onPick}
          />
        </div>
      </div>
      <p className={`${layout.note} ${layout.row}`}>
        <span>
          {sentences([
            t('since', {
              count: points.length,
              number: formatCount(points.length),
              date: formatDate(points[0]?.time ?? ''),
            }),
            t(`sources.${source}`),
            t('zoomHint'),
            canSearch ? t('pickHint') : '',
          ])}
        </span>
        {search}
      </p>
      <details>
        <summary className={classes.summary}>{t('values')}</summary>
        <CsvButton
          size="compact-sm"
          className={classes.download ?? ''}
          file={() => [
            `${bucket}-usage.csv`,
            [t('time'), t('size'), t('objects')],
            shown.map(({ time, size, objects }) => [time, size, objects]),
          ]}
        >
          {t('csv')}
        </CsvButton>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region has to be reachable by keyboard */}
        <section className={classes.scrolled} tabIndex={0} aria-label={t('valuesOf', { bucket })}>
          <table className={layout.table} aria-label={t('valuesOf', { bucket })}>
            <thead>
              <tr>
                <th scope="col">{t('time')}</th>
                <th scope="col">{t('size')}</th>
                <th scope="col">{t('objects')}</th>
              </tr>
            </thead>
            <tbody>
              {shown.toReversed().map(({ time, size, objects }) => (
                <tr key={time}>
                  <th scope="row" title={time}>
                    {canSearch ? (
                      <AppLink to={logsOfSample(secondsOf(time))}>{formatDate(time)}</AppLink>
                    ) : (
                      formatDate(time)
                    )}
                  </th>
                  <td>
                    <Bytes bytes={size} />
                  </td>
                  <td>{formatCount(objects)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      </details>
    </>
  )
}
