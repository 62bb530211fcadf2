import { Button } from '@mantine/core'
import { IconFolderOpen, IconSearchOff, IconUpload } from '@tabler/icons-react'
import { useRef } from 'react'
import { useTexts } from '../messages/use-texts.ts'
import { FileInput } from '../shared/fields/FileInput.tsx'
import { TablePlaceholder } from '../shared/table/TablePlaceholder.tsx'
import { plainName } from '../shared/text/visible-name.ts'
import { chosenFiles, type NamedFile } from '../transfers/index.ts'
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
  onFiles: (files: readonly NamedFile[]) => void
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
  onFiles,
}: FolderPlaceholderProps) {
  const t = useTexts('objects')
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
              action: !isReadOnly && <ChooseFiles onFiles={onFiles} />,
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

/** Uploads files like the button above, which also uploads folders. */
function ChooseFiles({ onFiles }: Pick<FolderPlaceholderProps, 'onFiles'>) {
  const t = useTexts('objects')
  const chooser = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button variant="default" leftSection={<IconUpload size={16} />} onClick={() => chooser.current?.click()}>
        {t('empty.choose')}
      </Button>
      <FileInput ref={chooser} label={t('empty.choose')} hasSeveral onFiles={(files) => onFiles(chosenFiles(files))} />
    </>
  )
}
