import { Modal, type ModalProps } from '@mantine/core'
import { useTexts } from '../messages/use-texts.ts'

/** The frame of every dialog. Mounted while it is open. */
export function Dialog(props: Omit<ModalProps, 'opened'>) {
  const t = useTexts()
  return (
    <Modal
      opened
      centered
      padding="lg"
      radius={10}
      closeButtonProps={{ 'aria-label': t('close') }}
      transitionProps={{ duration: 140, transition: 'fade' }}
      overlayProps={{ color: 'var(--coop-backdrop)', backgroundOpacity: 1 }}
      {...props}
    />
  )
}
