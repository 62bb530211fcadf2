import { IconActivity } from '@tabler/icons-react'
import { type ReactNode, useMemo } from 'react'
import { useTexts } from '../messages/use-texts.ts'
import { EmptyState } from '../shared/EmptyState.tsx'
import type { Column } from '../shared/table/columns.tsx'
import { DataTable } from '../shared/table/DataTable.tsx'
import { Bytes } from '../shared/text/Bytes.tsx'
import { formatCount } from '../shared/text/numbers.ts'
import { formatMs, type LoggedCall, type OperationStatistics, statisticsOf } from './statistics.ts'

const apiOf = ({ api }: OperationStatistics) => api

/** The kept calls by operation. */
export function StatisticsTable({ calls }: { calls: readonly LoggedCall[] }) {
  const t = useTexts('trace')
  const rows = useMemo(() => statisticsOf(calls), [calls])
  const columns = useMemo<Column<OperationStatistics>[]>(() => {
    const number = (
      id: 'calls' | 'errors' | 'p50' | 'p99' | 'received' | 'sent',
      cell: (value: number) => ReactNode,
    ): Column<OperationStatistics> => ({
      id,
      header: t(`columns.${id}`),
      width: '130px',
      isNamedOnPhone: true,
      number: (row) => row[id],
      cell: (row) => cell(row[id]),
    })
    const bytes = (value: number) => <Bytes bytes={value} />
    return [
      {
        id: 'api',
        header: t('columns.api'),
        width: 'minmax(170px, 1fr)',
        text: apiOf,
      },
      number('calls', formatCount),
      number('errors', formatCount),
      number('p50', formatMs),
      number('p99', formatMs),
      number('received', bytes),
      number('sent', bytes),
    ]
  }, [t])
  return (
    <DataTable
      id="trace-statistics"
      label={t('tabs.statistics')}
      columns={columns}
      rows={rows}
      rowId={apiOf}
      rowName={apiOf}
      isLoading={false}
      instead={<EmptyState icon={IconActivity} title={t('nothing')} />}
    />
  )
}
