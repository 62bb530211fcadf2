import { restoreObject } from '@cooperage/contract'
import { useTexts } from '../../messages/use-texts.ts'
import { useCurrentVersion, useNavigation } from '../../navigation/navigation.ts'
import { objectPath } from '../../navigation/paths/objects.ts'
import { useApiMutation } from '../../shared/api/use-api.ts'
import { ModalForm } from '../../shared/ModalForm.tsx'
import { addressOf, type ObjectRef, shortName } from './object-ref.ts'
import { useAfterChange } from './use-after-change.ts'

interface RestoreDialogProps {
  /** The version to make the latest; without a version id, the object that a delete marker hides. */
  object: ObjectRef
  onClose: () => void
}

export function RestoreDialog({ object, onClose }: RestoreDialogProps) {
  const t = useTexts('objectDetail')
  const { push } = useNavigation()
  const onPage = useCurrentVersion()
  const name = shortName(object)
  const id = object.versionId
  const afterChange = useAfterChange(onClose)
  const restore = useApiMutation(restoreObject, {
    onSuccess: ({ how }) => {
      afterChange(t(`restore.${how}`, { name }))
      // The restored version is the latest now.
      if (onPage !== '') push(objectPath(object.bucket, object.key))
    },
  })
  return (
    <ModalForm
      title={t('restore.title', { name })}
      onClose={onClose}
      onSubmit={() => restore.mutate(addressOf(object))}
      submitLabel={t('restore.confirm')}
      call={restore}
    >
      <p>{id === '' ? t('restore.deletedNote') : t('restore.versionNote', { id })}</p>
      <p>{t('restore.keepsAll')}</p>
    </ModalForm>
  )
}
