import '../../messages/en/go-to.ts'
import { ActionIcon } from '@mantine/core'
import { IconCornerDownRight } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyPart } from '../../shared/lazy-part.ts'

const GoToDialog = lazyPart(async () => (await import('./GoToDialog.tsx')).GoToDialog)

/** Opens the dialog to type a path. The command palette opens the same. */
export function GoToButton() {
  const { t } = useTranslation('goTo')
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <ActionIcon variant="default" size={36} aria-label={t('title')} title={t('title')} onClick={() => setOpen(true)}>
        <IconCornerDownRight size={18} />
      </ActionIcon>
      {isOpen && <GoToDialog onClose={() => setOpen(false)} />}
    </>
  )
}
