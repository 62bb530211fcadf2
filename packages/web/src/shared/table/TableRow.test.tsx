import { IconTrash } from '@tabler/icons-react'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, expect, test } from 'vitest'
import { startMessages } from '../../messages/i18n.ts'
import { textsOf } from '../../messages/use-texts.ts'
import { shownColumn } from './columns.tsx'
import { rowLabels } from './row-labels.ts'
import { TableRow } from './TableRow.tsx'

beforeAll(startMessages)

const COLUMNS = [
  shownColumn<string>({ id: 'kind', header: 'Kind', width: '100px', text: () => 'folder' }),
  shownColumn<string>({ id: 'name', header: 'Name', width: '100px', text: (name) => name }),
]

const markup = (headerId: string | undefined) =>
  renderToStaticMarkup(
    <table>
      <tbody>
        <TableRow
          id="photos"
          row="photos"
          index={0}
          name="photos"
          labels={rowLabels(textsOf('shared'))}
          columns={COLUMNS}
          headerId={headerId}
          detailColumns={[]}
          actions={[{ id: 'delete', label: 'Delete', icon: IconTrash }]}
          hasActions
          hasMenuOnly={false}
          opens={false}
          isTabStop
          isSelected={undefined}
          onPick={() => undefined}
        />
      </tbody>
    </table>,
  )

test('the cell with the name is the header of its row, and its actions have the name', () => {
  expect(markup('name')).toMatch(
    /<td [^>]*role="gridcell"[^>]*>folder<\/td><th [^>]*role="rowheader"[^>]*>photos<\/th>/,
  )
  expect(markup('name')).toContain('aria-label="Delete photos"')
  expect(markup(undefined)).not.toContain('rowheader')
})
