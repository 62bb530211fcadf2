import { useTranslation } from 'react-i18next'
import type { RowSelection } from '../shared/table/use-row-selection.ts'
import { formatCount } from '../shared/text/numbers.ts'
import type { ListingState } from './folder-listing.ts'

interface FolderSummaryProps {
  state: ListingState
  selection: Pick<RowSelection, 'selected' | 'isGrowing'>
  /** Rows that match the search. */
  rowCount: number
  /** For a search below the folder. */
  isDeep?: boolean
}

/** '3 folders, 112,000 objects so far · 2 selected', 'All 5,000 objects selected', 'Everything selected: 1 folder, 2 objects' */
export function FolderSummary({ state, selection, rowCount, isDeep = false }: FolderSummaryProps): string {
  const { t } = useTranslation('objects')
  const { rows, folderCount, isComplete } = state
  const objectCount = rows.length - folderCount
  const counts = [
    ...(folderCount > 0 ? [t('summary.folders', { count: folderCount, number: formatCount(folderCount) })] : []),
    ...(objectCount > 0 || folderCount === 0
      ? [t('summary.objects', { count: objectCount, number: formatCount(objectCount) })]
      : []),
  ].join(', ')
  const looked = { count: state.looked, number: formatCount(state.looked) }
  const soFar = isComplete ? counts : t('summary.soFar', { summary: counts })
  const summary = isDeep ? t('deep.found', { summary: counts, ...looked }) : soFar
  const { size } = selection.selected
  if (size === 0) return summary
  const number = formatCount(size)
  if (selection.isGrowing) return t('summary.selectingAll', { number })
  if (size === 1 || size < rowCount) return `${summary} · ${t('summary.selected', { number })}`
  // With a search, the counts are those of the whole folder.
  return rowCount === rows.length
    ? t(folderCount === 0 ? 'summary.allSelected' : 'summary.everythingSelected', { summary: counts })
    : t('summary.allFoundSelected', { number })
}
