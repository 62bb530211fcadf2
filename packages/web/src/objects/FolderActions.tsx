import { Button } from '@mantine/core'
import { IconFolderPlus, IconTrash, IconUpload } from '@tabler/icons-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { ExplainedButton } from '../shared/ExplainedButton.tsx'
import { chosenFiles, type NamedFile } from '../transfers/index.ts'

interface FolderActionsProps {
  selectedCount: number
  /** Why uploading is not possible; undefined when it is. */
  noUpload: string | undefined
  noDelete: string | undefined
  onDeleteSelected: () => void
  onCreateFolder: () => void
  onFiles: (files: readonly NamedFile[]) => void
}

/** What can be done in a folder. */
export function FolderActions(props: FolderActionsProps) {
  const { selectedCount, noUpload, noDelete, onDeleteSelected, onCreateFolder, onFiles } = props
  const { t } = useTranslation('objects')
  const chooser = useRef<HTMLInputElement>(null)
  return (
    <>
      <ExplainedButton
        variant="default"
        leftSection={<IconTrash size={16} stroke={1.7} />}
        disabledReason={noDelete ?? (selectedCount === 0 ? t('deleteSelectedNone') : undefined)}
        onClick={onDeleteSelected}
      >
        {t('deleteSelected')}
      </ExplainedButton>
      <Button variant="default" leftSection={<IconFolderPlus size={16} stroke={1.7} />} onClick={onCreateFolder}>
        {t('createFolder')}
      </Button>
      <ExplainedButton
        leftSection={<IconUpload size={16} stroke={1.9} />}
        disabledReason={noUpload}
        onClick={() => chooser.current?.click()}
      >
        {t('upload')}
      </ExplainedButton>
      <input
        ref={chooser}
        type="file"
        multiple
        hidden
        aria-label={t('upload')}
        onChange={(event) => {
          onFiles(chosenFiles(event.currentTarget.files))
          // The same file may be chosen again.
          event.currentTarget.value = ''
        }}
      />
    </>
  )
}
