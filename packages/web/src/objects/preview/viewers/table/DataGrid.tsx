import { useTexts } from '../../../../messages/use-texts.ts'
import { formatCount } from '../../../../shared/text/numbers.ts'
import { comma } from '../../../../shared/text/punctuation.ts'
import { plainText } from '../../../../shared/text/visible-name.ts'
import { DocumentFrame } from '../DocumentFrame.tsx'
import document from '../viewers.module.css'
import classes from './DataGrid.module.css'
import { type Cell, numericColumns, type TableColumn, type TableData } from './table-data.ts'

/** The first rows of a table. */
export function DataGrid({ data }: { data: TableData }) {
  const t = useTexts('previewDocuments')
  const { columns, rows, totalColumns } = data
  const isNumeric = numericColumns(data)
  return (
    <DocumentFrame label={t('table.label')} facts={<Facts data={data} />}>
      <table className={classes.grid} aria-label={t('table.label')} aria-colcount={totalColumns + 1}>
        <thead>
          <tr>
            <th scope="col" data-number>
              {t('table.row')}
            </th>
            {columns.map((column, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: names occur twice, and nothing moves
              <ColumnHead key={at} column={column} isNumeric={isNumeric[at] === true} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have nothing else, and nothing moves
            <tr key={at}>
              <th scope="row">{formatCount(at + 1)}</th>
              {row.map((cell, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: see above
                <DataCell key={column} cell={cell} isNumeric={isNumeric[column] === true} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length === 0 && <p className={document.remark}>{t('table.empty')}</p>}
    </DocumentFrame>
  )
}

function Facts({ data: { columns, rows, totalRows, hasMoreRows, totalColumns } }: { data: TableData }) {
  const t = useTexts('previewDocuments')
  const number = formatCount(rows.length)
  const ofRows = () => {
    if (!hasMoreRows) return t('table.rows', { count: rows.length, number })
    if (totalRows === undefined) return t('table.firstRows', { number })
    return t('table.firstRowsOf', { number, all: formatCount(totalRows) })
  }
  const ofColumns =
    totalColumns > columns.length &&
    t('table.firstColumnsOf', { number: formatCount(columns.length), all: formatCount(totalColumns) })
  return <span role="status">{[ofRows(), ofColumns].filter(Boolean).join(comma())}</span>
}

interface ColumnHeadProps {
  column: TableColumn
  isNumeric: boolean
}

function ColumnHead({ column: { name, type, problem }, isNumeric }: ColumnHeadProps) {
  const t = useTexts('previewDocuments')
  const shown = plainText(name)
  return (
    <th scope="col" title={shown} data-number={isNumeric || undefined}>
      <bdi>{shown}</bdi>
      {type !== '' && <span className={classes.type}>{type}</span>}
      {problem && (
        <span className={classes.problem}>{t(`table.problem.${problem.reason}`, { detail: problem.detail })}</span>
      )}
    </th>
  )
}

function DataCell({ cell, isNumeric }: { cell: Cell; isNumeric: boolean }) {
  const t = useTexts('previewDocuments')
  if (cell === undefined) return <td />
  if (cell === null) {
    return (
      <td className={classes.missing} data-number={isNumeric || undefined}>
        {t('table.missing')}
      </td>
    )
  }
  const shown = plainText(cell.replaceAll(/\r?\n/g, ' ↵ '))
  return (
    <td title={shown} data-number={isNumeric || undefined}>
      <bdi>{shown}</bdi>
    </td>
  )
}
