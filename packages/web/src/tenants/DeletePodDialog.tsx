import '../messages/en/tenants.ts'
import { deletePod, listPods } from '@cooperage/contract'
import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApiMutation, useInvalidate } from '../shared/api/use-api.ts'
import { showNotice } from '../shared/feedback/messages.ts'
import { ModalForm } from '../shared/ModalForm.tsx'

interface DeletePodDialogProps {
  namespace: string
  tenant: string
  pod: string
  onClose: () => void
}

/** Asks to type the name (spec operator-mode 4). */
export function DeletePodDialog({ namespace, tenant, pod, onClose }: DeletePodDialogProps) {
  const { t } = useTranslation('tenants')
  const [typed, setTyped] = useState('')
  const invalidate = useInvalidate()
  const remove = useApiMutation(deletePod, {
    onSuccess: () => {
      void invalidate(listPods)
      showNotice(t('pods.delete.done', { pod }))
      onClose()
    },
  })
  return (
    <ModalForm
      title={t('pods.delete.title')}
      onClose={onClose}
      onSubmit={() => remove.mutate({ params: { namespace, tenant, pod } })}
      submitLabel={t('pods.delete.submit')}
      isPending={remove.isPending}
      disabledReason={typed === pod ? undefined : typed === '' ? t('delete.missing') : t('delete.wrong')}
      error={remove.error}
      isDestructive
    >
      <p>{t('pods.delete.note', { pod })}</p>
      <TextInput
        label={t('pods.delete.typed')}
        description={t('pods.delete.typedHint', { pod })}
        error={typed !== '' && !pod.startsWith(typed) ? t('delete.wrong') : undefined}
        data-autofocus
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
    </ModalForm>
  )
}
