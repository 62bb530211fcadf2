import '../../messages/en/preview.ts'
import { ActionIcon } from '@mantine/core'
import { IconLayoutGrid, IconList } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { setFolderViewKind, useFolderViewKind } from './folder-view.ts'

interface ViewButtonProps {
  onChange: () => void
}

/** Switches folders between list and grid. */
export function ViewButton({ onChange }: ViewButtonProps) {
  const { t } = useTranslation('preview')
  const isGrid = useFolderViewKind() === 'grid'
  const label = t(isGrid ? 'grid.list' : 'grid.show')
  const Icon = isGrid ? IconList : IconLayoutGrid
  return (
    <ActionIcon
      variant="default"
      size={36}
      aria-label={label}
      title={label}
      onClick={() => {
        setFolderViewKind(isGrid ? 'list' : 'grid')
        onChange()
      }}
    >
      <Icon size={18} />
    </ActionIcon>
  )
}
