import { Button } from '@mantine/core'
import { IconChevronDown, IconFiles, IconFolderPlus, IconFolderUp, IconUpload } from '@tabler/icons-react'
import { useRef } from 'react'
import { useTexts } from '../messages/use-texts.ts'
import { ExplainedButton } from '../shared/ExplainedButton.tsx'
import { FileInput } from '../shared/fields/FileInput.tsx'
import { ActionMenu } from '../shared/overlay/ActionMenu.tsx'
import { chosenFiles, type NamedFile } from '../transfers/index.ts'
import classes from './objects.module.css'

interface FolderActionsProps {
  /** Why uploading isn't possible; undefined if it is. */
  uploadDenied: string | undefined
  folderDenied?: string | undefined
  onCreateFolder: () => void
  onFiles: (files: readonly NamedFile[]) => void
}

/** The actions of a folder. */
export function FolderActions({ uploadDenied, folderDenied, onCreateFolder, onFiles }: FolderActionsProps) {
  const choose = (files: FileList | null) => onFiles(chosenFiles(files))
  const t = useTexts('objects')
  const chooser = useRef<HTMLInputElement>(null)
  const folderChooser = useRef<HTMLInputElement>(null)
  return (
    <>
      <ExplainedButton
        variant="default"
        leftSection={<IconFolderPlus size={16} />}
        disabledReason={folderDenied}
        onClick={onCreateFolder}
      >
        {t('createFolder')}
      </ExplainedButton>
      <Button.Group className={classes.group}>
        <ExplainedButton
          leftSection={<IconUpload size={16} />}
          disabledReason={uploadDenied}
          onClick={() => chooser.current?.click()}
        >
          {t('upload')}
        </ExplainedButton>
        {uploadDenied === undefined && (
          <ActionMenu
            width={180}
            entries={[
              {
                id: 'files',
                label: t('uploadFiles'),
                icon: IconFiles,
                onSelect: () => chooser.current?.click(),
              },
              {
                id: 'folder',
                label: t('uploadFolder'),
                icon: IconFolderUp,
                onSelect: () => folderChooser.current?.click(),
              },
            ]}
          >
            {(opener) => (
              <Button {...opener} px={8} aria-label={t('uploadMenu')} title={t('uploadMenu')} className={classes.more}>
                <IconChevronDown size={16} />
              </Button>
            )}
          </ActionMenu>
        )}
      </Button.Group>
      <FileInput ref={chooser} label={t('upload')} hasSeveral onFiles={choose} />
      <FileInput ref={folderChooser} label={t('uploadFolder')} hasSeveral isForFolders onFiles={choose} />
    </>
  )
}
