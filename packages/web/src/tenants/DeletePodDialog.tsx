import { deletePod, listPods } from '@cooperage/contract'
import { useTranslation } from 'react-i18next'
import { useApiMutation, useInvalidate } from '../shared/api/use-api.ts'
import { showNotice } from '../shared/feedback/messages.ts'
import { TypedNameDialog } from './TypedNameDialog.tsx'

interface DeletePodDialogProps {
  namespace: string
  tenant: string
  pod: string
  onClose: () => void
}

export function DeletePodDialog({ namespace, tenant, pod, onClose }: DeletePodDialogProps) {
  const { t } = useTranslation('tenants')
  const invalidate = useInvalidate()
  const remove = useApiMutation(deletePod, {
    onSuccess: () => {
      void invalidate(listPods)
      showNotice(t('pods.delete.done', { pod }))
      onClose()
    },
  })
  return (
    <TypedNameDialog
      title={t('pods.delete.title')}
      name={pod}
      label={t('pods.delete.typed')}
      onClose={onClose}
      onSubmit={() => remove.mutate({ params: { namespace, tenant, pod } })}
      call={remove}
    >
      <p>{t('pods.delete.note', { pod })}</p>
    </TypedNameDialog>
  )
}
