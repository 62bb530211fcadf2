import '../messages/en/copy-button.ts'
import { ActionIcon } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import { useTexts } from '../messages/use-texts.ts'
import { copyText } from './copy-text.ts'
import { showError, showNotice } from './feedback/messages.ts'

/** Copies a value to the clipboard. `what` names the value for screen readers. */
export function CopyButton({ text, what }: { text: string; what: string }) {
  const t = useTexts('copyButton')
  const label = t('label', { what })
  const copy = async () => {
    if (await copyText(text)) showNotice(t('done'))
    else showError({ message: t('refused'), detailedMessage: '' })
  }
  return (
    <ActionIcon variant="subtle" color="neutral" size={24} aria-label={label} title={label} onClick={() => void copy()}>
      <IconCopy size={15} />
    </ActionIcon>
  )
}
