import '../../messages/en/go-to.ts'
import { ActionIcon } from '@mantine/core'
import { IconCornerDownRight } from '@tabler/icons-react'
import { useTexts } from '../../messages/use-texts.ts'
import { useDialogs } from '../../shared/use-dialogs.tsx'
import { GoToDialog } from '../index.ts'

/** Opens the dialog to type a path. The command palette opens the same. */
export function GoToButton() {
  const t = useTexts('goTo')
  const { open, dialog } = useDialogs({ goTo: (close) => <GoToDialog onClose={close} /> })
  return (
    <>
      <ActionIcon variant="default" size={36} aria-label={t('title')} title={t('title')} onClick={() => open('goTo')}>
        <IconCornerDownRight size={18} />
      </ActionIcon>
      {dialog}
    </>
  )
}
