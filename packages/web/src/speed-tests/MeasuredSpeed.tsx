import { formatBytes, type SpeedMeasured, type SpeedRun, type SpeedTest } from '@cooperage/contract'
import { useTexts } from '../messages/use-texts.ts'
import { formatValue } from '../shared/charts/format-value.ts'
import { FactList } from '../shared/FactList.tsx'
import layout from '../shared/layout.module.css'
import { numberFormat } from '../shared/text/intl.ts'
import { formatCount } from '../shared/text/numbers.ts'
import { WarningNote } from '../shared/WarningNote.tsx'
import { changeOf } from './speed-form.ts'
import classes from './speed-tests.module.css'

const shares = numberFormat({ style: 'percent', maximumFractionDigits: 0, signDisplay: 'exceptZero' })
const times = numberFormat({ style: 'unit', unit: 'millisecond', maximumSignificantDigits: 3 })

/** `1.2 GiB/s`; a dash for what wasn't measured. */
export function formatRate(rate: number | null): string {
  return rate === null ? '–' : formatValue(rate, 'bytesPerSecond')
}

export function formatChange(change: number): string {
  return shares().format(change)
}

interface MeasuredSpeedProps {
  kind: SpeedTest
  measured: SpeedMeasured
  /** The run to compare with. */
  before?: SpeedRun | undefined
}

/** What a test has measured: the whole, then each node and drive. */
export function MeasuredSpeed({ kind, measured, before }: MeasuredSpeedProps) {
  const t = useTexts('speedTests')
  const { objects, places, left } = measured
  const rates = (['write', 'read'] as const).filter((name) => name === 'write' || kind !== 'client')
  const hasOthers = places.length > 1
  // What arrives while a test runs is drawn beside what is there, so that a slow drive or node is seen at once.
  const fastestOf = (name: 'write' | 'read') => places.reduce((most, { [name]: rate }) => Math.max(most, rate ?? 0), 0)
  const fastest = { write: fastestOf('write'), read: fastestOf('read') }
  const hasMeasured = measured.write !== null || measured.read !== null
  const facts = rates.map((name) => {
    const change = changeOf(measured[name], before?.measured[name])
    return [
      t(`rates.${kind}.${name}`),
      <span key={name}>
        {formatRate(measured[name])}
        {change !== undefined && <span className={layout.note}> {t('change', { change: formatChange(change) })}</span>}
      </span>,
    ] as const
  })
  return (
    <>
      <FactList className={`${layout.figures} ${classes.rates}`} facts={facts} />
      {!hasMeasured && places.every(({ error }) => error === '') && <WarningNote>{t('nothingMeasured')}</WarningNote>}
      {objects && (
        <FactList
          facts={[
            [t('objects.size'), formatBytes(objects.size)],
            [t('objects.concurrency'), formatCount(objects.concurrency)],
            [t('objects.drives'), formatCount(objects.drives)],
            [t('objects.uploads'), t('perSecond', { number: formatCount(objects.uploadsPerSecond) })],
            [t('objects.downloads'), t('perSecond', { number: formatCount(objects.downloadsPerSecond) })],
            [t('objects.uploadTimes'), timesText(objects.uploadTimes)],
            [t('objects.downloadTimes'), timesText(objects.downloadTimes)],
            [t('objects.firstByteTimes'), timesText(objects.firstByteTimes)],
          ]}
        />
      )}
      {places.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard scrolls only what can be focused
        <section className={classes.scrolled} tabIndex={0} aria-label={t('places.label')}>
          <table className={layout.table} aria-label={t('places.label')}>
            <thead>
              <tr>
                <th scope="col">{t(kind === 'drive' ? 'places.drive' : 'places.node')}</th>
                {rates.map((name) => (
                  <th key={name} scope="col" className={classes.number}>
                    {t(`rates.${kind}.${name}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {places.map(({ node, drive, error, ...of }) => (
                <tr key={`${node} ${drive}`}>
                  <th scope="row">
                    <bdi>{drive || node || '–'}</bdi>
                    {drive !== '' && node !== '' && <div className={layout.note}>{node}</div>}
                    {error !== '' && <div className={layout.bad}>{error}</div>}
                  </th>
                  {rates.map((name) => (
                    <td key={name} className={classes.number}>
                      {formatRate(of[name])}
                      {hasOthers && of[name] !== null && (
                        <progress className={layout.meter} max={fastest[name]} value={of[name]} aria-hidden="true" />
                      )}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      {left > 0 && <p className={layout.note}>{t('places.left', { count: left, number: formatCount(left) })}</p>}
    </>
  )

  function timesText({ median, p99 }: { median: number; p99: number }) {
    return t('objects.times', { median: times().format(median), p99: times().format(p99) })
  }
}
