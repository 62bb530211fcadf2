import '../messages/en/policies.ts'
import { deletePolicy, getPolicy, listPolicies } from '@cooperage/contract'
import { useTranslation } from 'react-i18next'
import { useApiMutation, useInvalidate, useOutdate } from '../shared/api/use-api.ts'
import { showNotice } from '../shared/feedback/messages.ts'
import { ModalForm } from '../shared/ModalForm.tsx'
import { NameChips } from '../shared/text/NameChips.tsx'
import { plainName } from '../shared/text/visible-name.ts'
import { useAttachments } from './use-attachments.ts'

interface DeletePolicyDialogProps {
  name: string
  onClose: () => void
  onDeleted?: () => void
}

/** Explains that an attached policy can't be deleted, and lists its attachments. */
export function DeletePolicyDialog({ name, onClose, onDeleted }: DeletePolicyDialogProps) {
  const { t } = useTranslation(['policies', 'shared'])
  const invalidate = useInvalidate()
  const outdate = useOutdate()
  const { users, groups } = useAttachments(name)
  const remove = useApiMutation(deletePolicy, {
    onSuccess: async () => {
      onDeleted?.()
      outdate(getPolicy)
      await invalidate(listPolicies)
      showNotice(t('deletion.deleted', { name: plainName(name) }))
      onClose()
    },
    // Someone has attached the policy since.
    onError: () => {
      void users.refetch()
      void groups.refetch()
    },
  })
  const isInUse = (users.data?.length ?? 0) + (groups.data?.length ?? 0) > 0
  return (
    <ModalForm
      title={t('deletion.title', { name: plainName(name) })}
      submitLabel={t('shared:delete')}
      isDestructive
      onSubmit={() => remove.mutate({ query: { name } })}
      onClose={onClose}
      call={remove}
      disabledReason={isInUse ? t('deletion.inUseReason') : undefined}
    >
      {isInUse ? (
        <>
          <p>{t('deletion.inUse')}</p>
          <NameChips label={t('tabs.users')} names={users.data ?? []} />
          <NameChips label={t('tabs.groups')} names={groups.data ?? []} />
        </>
      ) : (
        <p>{t('deletion.note')}</p>
      )}
      {(users.error ?? groups.error) && <p>{t('deletion.unknown')}</p>}
    </ModalForm>
  )
}
