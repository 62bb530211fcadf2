import '../messages/en/tenants.ts'
import { TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTexts } from '../messages/use-texts.ts'
import { type FormCall, ModalForm } from '../shared/ModalForm.tsx'

interface TypedNameDialogProps {
  title: string
  /** Says what is lost. */
  children: ReactNode
  /** The name to type, and what it is the name of. */
  name: string
  label: string
  onSubmit: () => void
  onClose: () => void
  /** Replaces 'Cancel'. */
  closeLabel?: string
  call: FormCall
}

/** Deletes after the name was typed, with the messages of operator-mode 4 and 8. */
export function TypedNameDialog({ title, children, name, label, ...rest }: TypedNameDialogProps) {
  const t = useTexts('tenants')
  const [typed, setTyped] = useState('')
  return (
    <ModalForm
      {...rest}
      title={title}
      submitLabel={t('delete.submit')}
      disabledReason={typed === name ? undefined : typed === '' ? t('delete.missing') : t('delete.wrong')}
      isDestructive
    >
      {children}
      <TextInput
        label={label}
        description={t('delete.typedHint', { name })}
        error={typed !== '' && !name.startsWith(typed) ? t('delete.wrong') : undefined}
        data-autofocus
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
    </ModalForm>
  )
}
