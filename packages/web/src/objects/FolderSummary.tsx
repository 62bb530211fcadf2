import { useTexts } from '../messages/use-texts.ts'
import type { RowSelection } from '../shared/table/use-row-selection.ts'
import { formatCount } from '../shared/text/numbers.ts'
import { comma } from '../shared/text/punctuation.ts'
import type { ListingState } from './folder-listing.ts'

interface FolderSummaryProps {
  state: ListingState
  /** For a search below the folder. */
  isDeep?: boolean
}

/** '3 folders, 112,000 objects so far' */
export function FolderSummary({ state, isDeep = false }: FolderSummaryProps): string {
  const t = useTexts('objects')
  const counts = useCounts(state)
  const looked = { count: state.looked, number: formatCount(state.looked) }
  if (isDeep) return t('deep.found', { summary: counts, ...looked })
  return state.isComplete ? counts : t('summary.soFar', { summary: counts })
}

/**
 * What is selected, if that is more than a count: 'All 5,000 objects selected', 'Everything selected: 1 folder, 2 objects'.
 * `rowCount`: rows that match the search.
 */
export function useSelectionSummary(
  state: ListingState,
  { selected, isGrowing }: Pick<RowSelection, 'selected' | 'isGrowing'>,
  rowCount: number,
): string | undefined {
  const t = useTexts('objects')
  const summary = useCounts(state)
  const number = formatCount(selected.size)
  if (isGrowing) return t('summary.selectingAll', { number })
  if (selected.size < 2 || selected.size < rowCount) return undefined
  // With a search, the counts are those of the whole folder.
  return rowCount === state.rows.length
    ? t(state.folderCount === 0 ? 'summary.allSelected' : 'summary.everythingSelected', { summary })
    : t('summary.allFoundSelected', { number })
}

function useCounts({ rows, folderCount }: ListingState): string {
  const t = useTexts('objects')
  const objectCount = rows.length - folderCount
  return [
    ...(folderCount > 0 ? [t('summary.folders', { count: folderCount, number: formatCount(folderCount) })] : []),
    ...(objectCount > 0 || folderCount === 0
      ? [t('summary.objects', { count: objectCount, number: formatCount(objectCount) })]
      : []),
  ].join(comma())
}
