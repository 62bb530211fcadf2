import '../../messages/en/preview.ts'
import { ActionIcon } from '@mantine/core'
import { IconLayoutGrid, IconLayoutSidebarRight, IconList } from '@tabler/icons-react'
import { useTexts } from '../../messages/use-texts.ts'
import classes from '../objects.module.css'
import { useFolderLook } from './folder-view.ts'

/** Switches folders between list and grid, and the pane beside them on and off. */
export function ViewButtons() {
  const t = useTexts('preview')
  const { has, toggle } = useFolderLook()
  const [isGrid, hasPane] = [has('grid'), has('pane')]
  const label = t(isGrid ? 'grid.list' : 'grid.show')
  const Icon = isGrid ? IconList : IconLayoutGrid
  return (
    <>
      <ActionIcon variant="default" size={36} aria-label={label} title={label} onClick={() => toggle('grid')}>
        <Icon size={18} />
      </ActionIcon>
      <ActionIcon
        variant={hasPane ? 'light' : 'default'}
        size={36}
        className={classes.paneButton ?? ''}
        aria-pressed={hasPane}
        aria-label={t('pane.label')}
        title={t(hasPane ? 'pane.hide' : 'pane.show')}
        onClick={() => toggle('pane')}
      >
        <IconLayoutSidebarRight size={18} />
      </ActionIcon>
    </>
  )
}
