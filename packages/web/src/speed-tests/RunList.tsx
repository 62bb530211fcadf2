import { formatBytes, MAX_SPEED_RUNS, type SpeedRun, type SpeedTest } from '@cooperage/contract'
import { IconBraces, IconListDetails } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useTexts } from '../messages/use-texts.ts'
import { CsvButton } from '../shared/CsvButton.tsx'
import { ExplainedButton } from '../shared/ExplainedButton.tsx'
import layout from '../shared/layout.module.css'
import { ModalForm } from '../shared/ModalForm.tsx'
import { saveFile } from '../shared/save-file.ts'
import type { Column, RowAction } from '../shared/table/columns.tsx'
import { DataTable } from '../shared/table/DataTable.tsx'
import { formatCount, formatDate } from '../shared/text/numbers.ts'
import { comma } from '../shared/text/punctuation.ts'
import { RelativeTime } from '../shared/text/RelativeTime.tsx'
import { useDialogs } from '../shared/use-dialogs.tsx'
import { formatChange, formatRate, MeasuredSpeed } from './MeasuredSpeed.tsx'
import { SpeedGraph } from './SpeedGraph.tsx'
import { changeOf, comparableRun, csvRows } from './speed-form.ts'

const CSV_HEADER = [
  'started',
  'seconds',
  'account',
  'options',
  'node',
  'drive',
  'write_bytes_per_second',
  'read_bytes_per_second',
  'error',
]
const idOf = ({ id }: SpeedRun) => id
const nameOf = ({ started }: SpeedRun) => formatDate(started)

/** The runs that the console keeps, to compare with. */
export function RunList({ kind, runs }: { kind: SpeedTest; runs: readonly SpeedRun[] }) {
  const t = useTexts('speedTests')
  const { open, dialog } = useDialogs({
    details: (close, run: SpeedRun) => (
      <ModalForm
        title={t('runs.details', { time: formatDate(run.started) })}
        submitLabel={t('runs.close')}
        hasOneButton
        isWide
        onSubmit={close}
        onClose={close}
      >
        <MeasuredSpeed kind={kind} measured={run.measured} before={comparableRun(run, runs)} />
      </ModalForm>
    ),
  })
  const columns = useMemo<Column<SpeedRun>[]>(() => {
    const rate = (name: 'write' | 'read'): Column<SpeedRun> => ({
      id: name,
      header: t(`rates.${kind}.${name}`),
      width: 'minmax(150px, 1fr)',
      isNamedOnPhone: true,
      compare: (a, b) => (a.measured[name] ?? 0) - (b.measured[name] ?? 0),
      cell: (run) => {
        const change = changeOf(run.measured[name], comparableRun(run, runs)?.measured[name])
        return (
          <span>
            {formatRate(run.measured[name])}
            {change !== undefined && <span className={layout.muted}> {formatChange(change)}</span>}
          </span>
        )
      },
    })
    return [
      {
        id: 'started',
        header: t('runs.started'),
        width: 'minmax(140px, 1fr)',
        compare: (a, b) => Date.parse(a.started) - Date.parse(b.started),
        cell: ({ started }) => <RelativeTime iso={started} />,
      },
      rate('write'),
      ...(kind === 'client' ? [] : [rate('read')]),
      {
        id: 'options',
        header: t('runs.options'),
        width: 'minmax(200px, 2fr)',
        onPhone: 'shortened',
        text: optionsText,
      },
      {
        id: 'account',
        header: t('runs.account'),
        width: 'minmax(120px, 1fr)',
        onPhone: 'hidden',
        name: ({ account }) => account,
      },
    ]
    function optionsText({ options }: SpeedRun) {
      const { seconds, size, concurrency, tune, bucket, block_size, file_size, serial } = options
      return [
        ...(size === undefined ? [] : [formatBytes(size)]),
        ...(file_size === undefined ? [] : [t('runs.file', { size: formatBytes(file_size) })]),
        ...(block_size === undefined ? [] : [t('runs.block', { size: formatBytes(block_size) })]),
        ...(seconds === undefined ? [] : [t('runs.seconds', { count: seconds, number: formatCount(seconds) })]),
        ...(concurrency === undefined
          ? []
          : [t('runs.requests', { count: concurrency, number: formatCount(concurrency) })]),
        ...(tune === 'true' ? [t('runs.tuned')] : []),
        ...(serial === 'true' ? [t('runs.serial')] : []),
        ...(bucket ? [bucket] : []),
      ].join(comma())
    }
  }, [t, kind, runs])
  const actions = useMemo<RowAction<SpeedRun>[]>(
    () => [{ id: 'details', label: t('runs.show'), icon: IconListDetails, onSelect: (run) => open('details', run) }],
    [t, open],
  )
  const nothing = runs.length === 0 ? t('runs.empty') : undefined
  const oldestFirst = runs.toReversed()
  return (
    <section className={layout.card} aria-labelledby="speed-runs">
      <div className={layout.cardHead}>
        <h2 className={layout.heading} id="speed-runs">
          {t('runs.title')}
        </h2>
        <div className={layout.row}>
          <CsvButton
            size="compact-sm"
            iconSize={14}
            disabledReason={nothing}
            file={() => [`speed-${kind}.csv`, CSV_HEADER, csvRows(runs)]}
          >
            {t('runs.csv')}
          </CsvButton>
          <ExplainedButton
            size="compact-sm"
            variant="default"
            leftSection={<IconBraces size={14} />}
            disabledReason={nothing}
            onClick={() =>
              saveFile(`speed-${kind}.json`, new Blob([JSON.stringify(runs, null, 2)], { type: 'application/json' }))
            }
          >
            {t('runs.json')}
          </ExplainedButton>
        </div>
      </div>
      <p className={layout.note}>{t('runs.hint', { number: formatCount(MAX_SPEED_RUNS) })}</p>
      {runs.length > 1 && (
        <SpeedGraph
          title={t('runs.title')}
          kind={kind}
          samples={oldestFirst.map(({ started, measured }) => ({ time: Date.parse(started) / 1000, ...measured }))}
        />
      )}
      {runs.length > 0 && (
        <DataTable
          label={t('runs.title')}
          columns={columns}
          rows={runs}
          isLoading={false}
          rowId={idOf}
          rowName={nameOf}
          actions={actions}
        />
      )}
      {dialog}
    </section>
  )
}
