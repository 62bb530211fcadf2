import { IconFolderOpen, IconSearchOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { TablePlaceholder } from '../shared/table/TablePlaceholder.tsx'
import { plainName } from '../shared/text/visible-name.ts'
import type { ListingState } from './folder-listing.ts'

interface FolderPlaceholderProps {
  /** '' for the bucket itself. */
  prefix: string
  onRetry: () => void
  state: ListingState
  /** The filter of the rows. */
  search: string
  /** The search text below the folder; '' for the folder itself. */
  deep: string
  isStopped: boolean
  isReadOnly: boolean
}

/** Shown when a folder or a search has no rows, with what to do next. */
export function FolderPlaceholder({
  prefix,
  onRetry,
  state,
  search,
  deep,
  isStopped,
  isReadOnly,
}: FolderPlaceholderProps) {
  const { t } = useTranslation('objects')
  const emptyHint = t(prefix === '' ? 'empty.bucketHint' : 'empty.folderHint')
  return (
    <TablePlaceholder
      error={state.isLoaded ? null : state.error}
      onRetry={onRetry}
      isRetrying={state.isBusy}
      isFiltered={state.rows.length > 0}
      search={search}
      notSearched={state.folderCount > 0 ? t('notSearchedYet') : undefined}
      empty={
        deep === ''
          ? {
              icon: IconFolderOpen,
              title: t(prefix === '' ? 'empty.bucketTitle' : 'empty.folderTitle'),
              hint: isReadOnly ? t('empty.readOnly') : emptyHint,
            }
          : {
              icon: IconSearchOff,
              title: t(isStopped ? 'deep.stopped' : 'deep.none'),
              hint: isStopped ? t('deep.noneYet') : t('deep.noneHint', { text: plainName(deep) }),
            }
      }
    />
  )
}
