import { useTranslation } from 'react-i18next'
import { formatCount } from '../shared/text/numbers.ts'
import type { ListingState } from './folder-listing.ts'

interface FolderSummaryProps {
  state: ListingState
  selectedCount: number
  /** For a search below the folder. */
  isDeep?: boolean
}

/** '3 folders, 112,000 objects so far · 2 selected' */
export function FolderSummary({ state, selectedCount, isDeep = false }: FolderSummaryProps): string {
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
  return selectedCount === 0 ? summary : `${summary} · ${t('summary.selected', { number: formatCount(selectedCount) })}`
}
