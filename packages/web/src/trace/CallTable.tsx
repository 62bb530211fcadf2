import { IconActivity } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useTexts } from '../messages/use-texts.ts'
import { EmptyState } from '../shared/EmptyState.tsx'
import layout from '../shared/layout.module.css'
import { NoMatch } from '../shared/NoMatch.tsx'
import type { Column } from '../shared/table/columns.tsx'
import { DataTable } from '../shared/table/DataTable.tsx'
import { Bytes } from '../shared/text/Bytes.tsx'
import { dateFormat } from '../shared/text/intl.ts'
import { ObjectName } from '../shared/text/ObjectName.tsx'
import { formatMs, isFailed, type LoggedCall } from './statistics.ts'
import classes from './trace.module.css'

const times = dateFormat({ timeStyle: 'medium' })
const idOf = ({ id }: LoggedCall) => String(id)
const nameOf = ({ api, path }: LoggedCall) => `${api} ${path}`

interface CallTableProps {
  calls: readonly LoggedCall[]
  isRunning: boolean
  /** What hides all calls. */
  search: string
  onOpen: (call: LoggedCall) => void
}

export function CallTable({ calls, isRunning, search, onOpen }: CallTableProps) {
  const t = useTexts('trace')
  const columns = useMemo<Column<LoggedCall>[]>(
    () => [
      {
        id: 'api',
        header: t('columns.api'),
        width: 'minmax(160px, 1fr)',
        text: ({ api }) => api,
      },
      {
        id: 'time',
        header: t('columns.time'),
        width: '110px',
        compare: (a, b) => a.id - b.id,
        cell: ({ time }) => (
          <time dateTime={time} title={time}>
            {times().format(Date.parse(time))}
          </time>
        ),
      },
      {
        id: 'status',
        header: t('columns.status'),
        width: '96px',
        compare: (a, b) => a.statusCode - b.statusCode,
        cell: (call) => (
          <span className={isFailed(call) ? layout.bad : undefined} title={call.error || call.statusMsg}>
            {call.statusCode === 0 ? (call.error === '' ? '–' : t('details.error')) : call.statusCode}
          </span>
        ),
      },
      {
        id: 'path',
        header: t('columns.path'),
        width: 'minmax(160px, 2fr)',
        text: ({ path }) => path,
        cell: ({ method, path }) => (
          <span className={classes.path}>
            <span className={layout.muted}>{method}</span> <ObjectName name={path} />
          </span>
        ),
      },
      { id: 'client', header: t('columns.client'), width: '120px', cell: ({ client }) => client },
      {
        id: 'duration',
        header: t('columns.duration'),
        width: '100px',
        number: ({ callStats }) => callStats.durationMs,
        cell: ({ callStats }) => formatMs(callStats.durationMs),
      },
      {
        id: 'received',
        header: t('columns.received'),
        width: '90px',
        number: ({ callStats }) => callStats.rx,
        cell: ({ callStats }) => <Bytes bytes={callStats.rx} />,
      },
      {
        id: 'sent',
        header: t('columns.sent'),
        width: '100px',
        number: ({ callStats }) => callStats.tx,
        cell: ({ callStats }) => <Bytes bytes={callStats.tx} />,
      },
    ],
    [t],
  )
  const icon = IconActivity
  const empty = isRunning ? (
    <EmptyState icon={icon} title={t('nothing')} hint={t('nothingHint')} />
  ) : (
    <EmptyState icon={icon} title={t('notStarted')} hint={t('notStartedHint')} />
  )
  return (
    <DataTable
      id="trace"
      label={t('tabs.calls')}
      columns={columns}
      rows={calls}
      rowId={idOf}
      rowName={nameOf}
      onOpen={(call) => () => onOpen(call)}
      isLoading={false}
      instead={search === '' ? empty : <NoMatch search={search} />}
    />
  )
}
