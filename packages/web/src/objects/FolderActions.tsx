import { SELECTION_LIMIT } from '@cooperage/contract'
import { Button } from '@mantine/core'
import {
  IconChevronDown,
  IconDownload,
  IconFiles,
  IconFolderPlus,
  IconFolderUp,
  IconTrash,
  IconUpload,
} from '@tabler/icons-react'
import { type RefObject, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { ExplainedButton } from '../shared/ExplainedButton.tsx'
import { ActionMenu, type MenuEntry } from '../shared/overlay/ActionMenu.tsx'
import { SelectionButton } from '../shared/SelectionButton.tsx'
import { chosenFiles, type NamedFile } from '../transfers/index.ts'
import classes from './objects.module.css'

interface FolderActionsProps {
  selectedCount: number
  /** Whether rows can be selected: not in the grid. */
  isSelectable?: boolean
  /** Whether more rows are still being added to the selection. */
  isGrowing?: boolean
  /** Why uploading isn't possible; undefined if it is. */
  uploadDenied: string | undefined
  deleteDenied: string | undefined
  downloadDenied?: string | undefined
  folderDenied?: string | undefined
  /** Further actions on the selection. */
  selectedMenu?: readonly MenuEntry[]
  onDeleteSelected: () => void
  onDownloadSelected: () => void
  onCreateFolder: () => void
  onFiles: (files: readonly NamedFile[]) => void
}

/** The actions of a folder. */
export function FolderActions(props: FolderActionsProps) {
  const {
    selectedCount,
    isSelectable = true,
    isGrowing = false,
    uploadDenied,
    deleteDenied,
    downloadDenied,
    folderDenied,
    selectedMenu = [],
  } = props
  const { onDeleteSelected, onDownloadSelected, onCreateFolder, onFiles } = props
  const { t } = useTranslation('objects')
  const chooser = useRef<HTMLInputElement>(null)
  const folderChooser = useRef<HTMLInputElement>(null)
  const hasSelection = selectedCount > 0
  const growingReason = isGrowing ? t('selectingAll') : undefined
  const downloadReason = growingReason ?? (selectedCount > SELECTION_LIMIT ? t('download.tooMuch') : undefined)
  const brief = hasSelection ? (classes.brief ?? '') : ''
  return (
    <>
      {isSelectable && (
        <>
          <SelectionButton
            hasSelection={hasSelection}
            className={brief}
            leftSection={<IconDownload size={16} />}
            disabledReason={downloadDenied ?? (hasSelection ? downloadReason : t('download.none'))}
            onClick={onDownloadSelected}
          >
            {t('download.selected')}
          </SelectionButton>
          <SelectionButton
            hasSelection={hasSelection}
            className={brief}
            leftSection={<IconTrash size={16} />}
            disabledReason={deleteDenied ?? (hasSelection ? growingReason : t('deleteSelectedNone'))}
            onClick={onDeleteSelected}
          >
            {t('deleteSelected')}
          </SelectionButton>
          {selectedMenu.length > 0 && (
            <SelectedMenu entries={selectedMenu} disabledReason={hasSelection ? growingReason : t('selectedNone')} />
          )}
        </>
      )}
      <ExplainedButton
        variant="default"
        className={brief}
        leftSection={<IconFolderPlus size={16} />}
        disabledReason={folderDenied}
        onClick={onCreateFolder}
      >
        {t('createFolder')}
      </ExplainedButton>
      <Button.Group className={classes.group}>
        <ExplainedButton
          className={brief}
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
      <FileInput ref={chooser} label={t('upload')} onFiles={onFiles} />
      <FileInput ref={folderChooser} label={t('uploadFolder')} isForFolders onFiles={onFiles} />
    </>
  )
}

interface SelectedMenuProps {
  entries: readonly MenuEntry[]
  disabledReason: string | undefined
}

/** Less common actions on selected objects. */
function SelectedMenu({ entries, disabledReason }: SelectedMenuProps) {
  const { t } = useTranslation('objects')
  const shared = {
    variant: 'default',
    children: t('selectedMenu'),
    rightSection: <IconChevronDown size={16} />,
  }
  if (disabledReason !== undefined) {
    return (
      <SelectionButton {...shared} hasSelection={false} disabledReason={disabledReason} onClick={() => undefined} />
    )
  }
  return (
    <ActionMenu width={200} entries={entries}>
      {(opener) => <Button {...shared} {...opener} />}
    </ActionMenu>
  )
}

interface FileInputProps {
  ref: RefObject<HTMLInputElement | null>
  label: string
  isForFolders?: boolean
  onFiles: (files: readonly NamedFile[]) => void
}

/** The browser's file chooser, which needs a hidden input element. */
export function FileInput({ ref, label, isForFolders = false, onFiles }: FileInputProps) {
  return (
    <input
      ref={ref}
      type="file"
      multiple
      hidden
      {...(isForFolders && { webkitdirectory: '' })}
      aria-label={label}
      onChange={(event) => {
        onFiles(chosenFiles(event.currentTarget.files))
        // Allows choosing the same files again.
        event.currentTarget.value = ''
      }}
    />
  )
}
