import { ActionIcon } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { copyText } from './copy-text.ts'
import { showError, showNotice } from './feedback/messages.ts'

/** Puts a value onto the clipboard; `what` names it for those who do not see where the button stands. */
export function CopyButton({ text, what }: { text: string; what: string }) {
  const { t } = useTranslation()
  const label = t('copy.label', { what })
  const copy = async () => {
    if (await copyText(text)) showNotice(t('copy.done'))
    else showError({ message: t('copy.refused'), detailedMessage: '' })
  }
  return (
    <ActionIcon variant="subtle" color="neutral" size={24} aria-label={label} title={label} onClick={() => void copy()}>
      <IconCopy size={15} stroke={1.7} />
    </ActionIcon>
  )
}
