import { IconBucket, IconEye, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import type { Column, RowAction } from '../src/shared/table/columns.tsx'
import { DataTable } from '../src/shared/table/DataTable.tsx'
import type { Selection } from '../src/shared/table/selection.ts'
import { TablePlaceholder } from '../src/shared/table/TablePlaceholder.tsx'

interface Row {
  name: string
  made: number
}

/** As many as the address says behind the component's name: `/?rows=1000000#table`. */
const COUNT = Number(new URLSearchParams(window.location.search).get('rows') ?? 50_000)
const ROWS: Row[] = Array.from({ length: COUNT }, (_, index) => ({
  name: `bucket-${String(index).padStart(5, '0')}`,
  made: (index * 7919) % COUNT,
}))
/** How often each row and the header were rendered, for the journey. */
const renders = { rows: {} as Record<string, number>, head: 0 }
Object.assign(window, { renders })
const COLUMNS: Column<Row>[] = [
  {
    id: 'name',
    get header() {
      renders.head++
      return 'Name'
    },
    width: 'minmax(200px, 1fr)',
    cell: (row) => {
      renders.rows[row.name] = (renders.rows[row.name] ?? 0) + 1
      return row.name
    },
    compare: (a, b) => (a.name < b.name ? -1 : 1),
  },
  { id: 'made', header: 'Made', width: '160px', cell: (row) => `made ${row.made}`, compare: (a, b) => a.made - b.made },
  { id: 'size', header: 'Size', width: '120px', align: 'end', cell: () => '1.0 GiB' },
]

export default function TablePiece() {
  const [selected, setSelected] = useState<Selection>(new Set())
  const [opened, setOpened] = useState('')
  const actions: RowAction<Row>[] = [
    { id: 'view', label: 'View', icon: IconEye, onSelect: (row) => setOpened(row.name) },
    {
      id: 'delete',
      label: 'Delete',
      icon: IconTrash,
      isDestructive: true,
      disabledReason: (row) =>
        row.name.endsWith('3') ? 'You don’t have permission to delete buckets (s3:DeleteBucket).' : undefined,
    },
  ]
  const shared = {
    columns: COLUMNS,
    rowId: (row: Row) => row.name,
    rowName: (row: Row) => row.name,
  }
  return (
    <>
      <div className="table-place">
        <DataTable
          {...shared}
          id="gallery"
          label="Buckets"
          rows={ROWS}
          onOpen={(row) => () => setOpened(row.name)}
          actions={actions}
          selection={{
            selected,
            onChange: setSelected,
            actions: [{ id: 'delete', label: 'Delete Selected', icon: IconTrash, isDestructive: true }],
          }}
          isLoading={false}
        />
      </div>
      <output>{opened || 'none'} opened</output>
      <div className="table-place">
        <DataTable
          {...shared}
          label="Nothing"
          rows={[]}
          isLoading={false}
          instead={
            <TablePlaceholder
              error={null}
              onRetry={() => undefined}
              isRetrying={false}
              isFiltered={false}
              search=""
              empty={{ icon: IconBucket, title: 'There are no Buckets yet.' }}
            />
          }
        />
      </div>
    </>
  )
}
