import { NativeSelect } from '@mantine/core'
import { IconServer2 } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useTexts } from '../messages/use-texts.ts'
import type { Column } from '../shared/table/columns.tsx'
import type { TableQuery } from '../shared/table/QueryTable.tsx'
import { ResourceList } from '../shared/table/ResourceList.tsx'
import { Bytes } from '../shared/text/Bytes.tsx'
import { formatLatency } from '../shared/text/latency.ts'
import { formatCount } from '../shared/text/numbers.ts'
import { DriveState } from './DriveState.tsx'
import { DRIVE_MARKS, type MarkedDrive, usedShare } from './drive-marks.ts'
import { formatShare } from './figures.ts'

const NONE: readonly MarkedDrive[] = []
const keyOf = ({ node, path }: MarkedDrive) => `${node} ${path}`
const pathOf = ({ path }: MarkedDrive) => path
const textsOf = ({ node, path, state }: MarkedDrive) => [node, path, state]

/** Every drive in a row, for whoever doesn't see the map or looks for one drive. */
export function DriveList({ query, drives = NONE }: { query: TableQuery; drives: readonly MarkedDrive[] | undefined }) {
  const t = useTexts('pools')
  const [wanted, setWanted] = useState('')
  const rows = useMemo(() => (wanted === '' ? drives : drives.filter(({ mark }) => mark === wanted)), [drives, wanted])
  const columns = useMemo<Column<MarkedDrive>[]>(
    () => [
      { id: 'path', header: t('drives.columns.path'), width: 'minmax(160px, 2fr)', name: pathOf },
      {
        id: 'state',
        header: t('drives.columns.state'),
        width: 'minmax(148px, 1fr)',
        compare: (a, b) => DRIVE_MARKS.indexOf(a.mark) - DRIVE_MARKS.indexOf(b.mark),
        cell: (drive) => <DriveState drive={drive} />,
      },
      {
        id: 'node',
        header: t('drives.columns.node'),
        width: 'minmax(140px, 1fr)',
        onPhone: 'shortened',
        text: ({ node }) => node,
        cell: ({ node }) => <bdi title={node}>{node}</bdi>,
      },
      {
        id: 'place',
        header: t('drives.columns.place'),
        width: '160px',
        onPhone: 'hidden',
        compare: (a, b) => a.pool - b.pool || a.set - b.set,
        cell: ({ pool, set }) =>
          pool < 0 || set < 0 ? t('drives.noPlace') : t('drives.place', { pool: pool + 1, set: set + 1 }),
      },
      {
        id: 'used',
        header: t('drives.columns.used'),
        width: '90px',
        align: 'end',
        isLargestFirst: true,
        isNamedOnPhone: true,
        compare: (a, b) => usedShare(a) - usedShare(b),
        cell: (drive) => (drive.totalBytes > 0 ? formatShare(usedShare(drive)) : '–'),
      },
      {
        id: 'free',
        header: t('drives.columns.free'),
        width: '100px',
        align: 'end',
        onPhone: 'hidden',
        compare: (a, b) => a.freeBytes - b.freeBytes,
        cell: ({ totalBytes, freeBytes }) => (totalBytes > 0 ? <Bytes bytes={freeBytes} /> : '–'),
      },
      {
        id: 'latency',
        header: t('drives.columns.latency'),
        width: '110px',
        align: 'end',
        isLargestFirst: true,
        onPhone: 'hidden',
        compare: (a, b) => (a.latencyMs ?? -1) - (b.latencyMs ?? -1),
        cell: ({ latencyMs, calls }) =>
          latencyMs === null ? (
            '–'
          ) : (
            <span title={t('drives.latencyHint', { count: calls, number: formatCount(calls) })}>
              {formatLatency(latencyMs)}
            </span>
          ),
      },
    ],
    [t],
  )
  return (
    <ResourceList
      id="pool-drives"
      query={query}
      label={t('drives.label')}
      columns={columns}
      rows={rows}
      rowId={keyOf}
      rowName={pathOf}
      search={{ label: t('drives.search'), texts: textsOf }}
      filters={
        <NativeSelect
          aria-label={t('drives.mark')}
          value={wanted}
          onChange={(event) => setWanted(event.currentTarget.value)}
          data={[
            { value: '', label: t('drives.all') },
            ...DRIVE_MARKS.map((mark) => ({ value: mark, label: t(`marks.${mark}`) })),
          ]}
        />
      }
      empty={{ icon: IconServer2, title: t('drives.empty'), hint: t('drives.emptyHint') }}
      emptyFilter={wanted === '' ? undefined : { icon: IconServer2, title: t('drives.emptyFilter') }}
      count={(count) => t('drives.count', { count, number: formatCount(count) })}
    />
  )
}
