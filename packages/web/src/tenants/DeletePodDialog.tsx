import { deletePod, listPods } from '@cooperage/contract'
import { useTexts } from '../messages/use-texts.ts'
import { useChange } from '../shared/api/use-change.ts'
import { TypedNameDialog } from './TypedNameDialog.tsx'

interface DeletePodDialogProps {
  namespace: string
  tenant: string
  pod: string
  onClose: () => void
}

export function DeletePodDialog({ namespace, tenant, pod, onClose }: DeletePodDialogProps) {
  const t = useTexts('tenants')
  const remove = useChange(deletePod, {
    changes: [listPods],
    notice: t('pods.delete.done', { pod }),
    onDone: onClose,
  })
  return (
    <TypedNameDialog
      title={t('pods.delete.title', { pod })}
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
