import '../messages/en/policies.ts'
import { deletePolicy, getPolicy, listPolicies } from '@cooperage/contract'
import { useTexts } from '../messages/use-texts.ts'
import { DeletionDialog } from '../shared/DeletionDialog.tsx'
import { NameChips } from '../shared/text/NameChips.tsx'
import { plainName } from '../shared/text/visible-name.ts'
import { useAttachments } from './PolicyAttachments.tsx'

interface DeletePolicyDialogProps {
  name: string
  onClose: () => void
  onDeleted?: () => void
}

/** Explains that an attached policy can't be deleted, and lists its attachments. */
export function DeletePolicyDialog({ name, onClose, onDeleted }: DeletePolicyDialogProps) {
  const t = useTexts('policies')
  const { users, groups } = useAttachments(name)
  const isInUse = (users.data?.length ?? 0) + (groups.data?.length ?? 0) > 0
  return (
    <DeletionDialog
      title={t('deletion.title', { name: plainName(name) })}
      route={deletePolicy}
      input={{ query: { name } }}
      changes={[listPolicies]}
      deletes={[getPolicy]}
      notice={t('deletion.deleted', { name: plainName(name) })}
      // Someone has attached the policy since.
      onError={() => {
        void users.refetch()
        void groups.refetch()
      }}
      disabledReason={isInUse ? t('deletion.inUseReason') : undefined}
      onDeleted={onDeleted}
      onClose={onClose}
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
    </DeletionDialog>
  )
}
