import { deleteKmsKey, listKmsKeys, listKmsKeyUses } from '@cooperage/contract'
import { useTexts } from '../messages/use-texts.ts'
import { AppLink } from '../navigation/AppLink.tsx'
import { bucketPath } from '../navigation/paths/buckets.ts'
import { useApiQuery } from '../shared/api/use-api.ts'
import { useChange } from '../shared/api/use-change.ts'
import { ConfirmDialog } from '../shared/ConfirmDialog.tsx'
import { formatCount } from '../shared/text/numbers.ts'
import { plainName } from '../shared/text/visible-name.ts'

/** Deletes a key after the buckets that use it were named and its name was typed. */
export function DeleteKeyDialog({ name, onClose }: { name: string; onClose: () => void }) {
  const t = useTexts('kms')
  const uses = useApiQuery(listKmsKeyUses, { params: { key: name } }, { staleTime: 0 })
  const { buckets = [], unread = [], left = 0 } = uses.data ?? {}
  const remove = useChange(deleteKmsKey, {
    changes: [listKmsKeys],
    notice: t('remove.done', { name: plainName(name) }),
    onDone: onClose,
  })
  const blocked = () => {
    if (uses.isPending) return t('remove.checking')
    return buckets.length > 0 ? t('remove.inUse') : undefined
  }
  return (
    <ConfirmDialog
      title={t('remove.title', { name: plainName(name) })}
      confirmLabel={t('remove.action')}
      typedName={name}
      disabledReason={blocked()}
      call={{ isPending: remove.isPending, error: remove.error ?? uses.error }}
      isErrorKept
      onConfirm={() => remove.mutate({ params: { key: name } })}
      onClose={onClose}
    >
      <p>{t('remove.what')}</p>
      <p>{t('remove.elsewhere')}</p>
      {uses.isPending && <p role="status">{t('remove.checking')}</p>}
      {uses.data && buckets.length === 0 && <p>{t('remove.unused')}</p>}
      {buckets.length > 0 && (
        <>
          <p>{t('remove.buckets')}</p>
          <ul>
            {buckets.map((bucket) => (
              <li key={bucket}>
                <AppLink to={bucketPath(bucket)}>{bucket}</AppLink>
              </li>
            ))}
          </ul>
          <p>{t('remove.inUse')}</p>
        </>
      )}
      {unread.length + left > 0 && (
        <p>{t('remove.unchecked', { count: unread.length + left, number: formatCount(unread.length + left) })}</p>
      )}
    </ConfirmDialog>
  )
}
