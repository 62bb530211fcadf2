import type { Widget, WidgetDefinition } from '@cooperage/contract'
import { Button } from '@mantine/core'
import { IconPhoto } from '@tabler/icons-react'
import { useTexts } from '../../messages/use-texts.ts'
import { CsvButton } from '../../shared/CsvButton.tsx'
import { formatValue } from '../../shared/charts/format-value.ts'
import type { TimeRange } from '../../shared/charts/time-range.ts'
import { linesOf, sharesOf, sizeBars, tableOf } from '../../shared/charts/widget-values.ts'
import classes from '../../shared/charts/widgets.module.css'
import type { CsvTable } from '../../shared/csv.ts'
import { Dialog } from '../../shared/Dialog.tsx'
import layout from '../../shared/layout.module.css'
import formClasses from '../../shared/ModalForm.module.css'
import { saveFile } from '../../shared/save-file.ts'
import { dateFormat } from '../../shared/text/intl.ts'
import { formatCount } from '../../shared/text/numbers.ts'
import { plainName } from '../../shared/text/visible-name.ts'
import { useFocusReturn } from '../../shared/use-focus-return.ts'
import { paintWidget } from './paint-widget.ts'
import { useWidget } from './use-widget.ts'
import { WidgetChart } from './WidgetChart.tsx'

interface WidgetDialogProps {
  definition: WidgetDefinition
  bounds: { start: number; end: number }
  onZoom: (range: TimeRange) => void
  onClose: () => void
}

/** An enlarged widget, with a table of its values that can be downloaded. */
export function WidgetDialog({ definition, bounds, onZoom, onClose }: WidgetDialogProps) {
  const t = useTexts('widgets')
  useFocusReturn()
  const { data, error } = useWidget(definition, bounds)
  const { title } = definition
  const fileName = title.toLowerCase().replaceAll(' ', '-')
  const table = data && valuesOf(definition, data, (range) => t(`sizes.${range}`))
  return (
    <Dialog onClose={onClose} title={title} size={960} classNames={{ title: formClasses.title ?? '' }}>
      {error && <p role="alert">{t('failed')}</p>}
      {data && (
        <div className={classes.large} data-kind={definition.kind}>
          <WidgetChart definition={definition} widget={data} bounds={bounds} onZoom={onZoom} />
        </div>
      )}
      {data && table && (
        <>
          <div className={classes.downloads}>
            <span className={classes.reason}>
              {t('values', { count: table.rows.length, number: formatCount(table.rows.length) })}
              {definition.kind === 'linearGraph' && ` · ${t('zoomHint')}`}
            </span>
            <CsvButton size="compact-md" file={() => [`${fileName}.csv`, ...csvTable(table, t)]}>
              {t('csv')}
            </CsvButton>
            <Button
              variant="default"
              size="compact-md"
              leftSection={<IconPhoto size={15} />}
              onClick={() =>
                void paintWidget(definition, data, bounds, (range) => t(`sizes.${range}`)).then((picture) =>
                  saveFile(`${fileName}.png`, picture),
                )
              }
            >
              {t('png')}
            </Button>
          </div>
          <ValueTable definition={definition} table={table} />
        </>
      )}
    </Dialog>
  )
}

interface Values {
  /** Whether the first column is a time in seconds; otherwise it is a name. */
  hasTimes: boolean
  columns: string[]
  rows: { first: number | string; values: (number | undefined)[] }[]
}

function valuesOf(
  definition: WidgetDefinition,
  widget: Widget,
  sizeName: (range: ReturnType<typeof sizeBars>[number]['range']) => string,
): Values {
  const byName = (rows: { name: string; value: number }[]): Values => ({
    hasTimes: false,
    columns: [definition.title],
    rows: rows.map(({ name, value }) => ({ first: name, values: [value] })),
  })
  if (definition.kind === 'barChart') {
    return byName(sizeBars(widget).map(({ range, value }) => ({ name: sizeName(range), value })))
  }
  if (definition.kind === 'pieChart') return byName(sharesOf(widget))
  const lines = linesOf(widget)
  return {
    hasTimes: true,
    columns: lines.map(({ name }) => plainName(name) || definition.title),
    rows: tableOf(lines).map(({ time, values }) => ({ first: time, values })),
  }
}

/** Steps are shorter than a minute. */
const times = dateFormat({ dateStyle: 'medium', timeStyle: 'medium' })

const isoTime = (seconds: number) => new Date(seconds * 1000).toISOString()

function csvTable({ hasTimes, columns, rows }: Values, t: (key: 'time' | 'name') => string): CsvTable {
  return [
    [t(hasTimes ? 'time' : 'name'), ...columns],
    rows.map(({ first, values }) => [typeof first === 'number' ? isoTime(first) : first, ...values]),
  ]
}

function ValueTable({ definition: { title, unit }, table }: { definition: WidgetDefinition; table: Values }) {
  const t = useTexts('widgets')
  const { hasTimes, columns, rows } = table
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region has to be reachable by keyboard
    <section className={classes.scrolled} tabIndex={0} aria-label={t('table', { title })}>
      <table className={`${layout.table} ${classes.table}`} aria-label={t('table', { title })}>
        <thead>
          <tr>
            <th scope="col">{t(hasTimes ? 'time' : 'name')}</th>
            {columns.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.toReversed().map(({ first, values }) => (
            <tr key={first}>
              <th scope="row" title={typeof first === 'number' ? isoTime(first) : undefined}>
                {typeof first === 'number' ? times().format(first * 1000) : first}
              </th>
              {columns.map((name, index) => (
                <td key={name} title={values[index]?.toString()}>
                  {values[index] === undefined ? '' : formatValue(values[index], unit)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
