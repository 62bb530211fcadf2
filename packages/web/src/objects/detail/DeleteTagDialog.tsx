import { useTexts } from '../../messages/use-texts.ts'
import { ConfirmDialog } from '../../shared/ConfirmDialog.tsx'
import { ObjectName } from '../../shared/text/ObjectName.tsx'
import { plainName } from '../../shared/text/visible-name.ts'
import { DialogTitle } from './DialogTitle.tsx'
import { type ObjectRef, shortName } from './object-ref.ts'
import { type Tags, useWriteTags } from './use-write-tags.ts'

interface DeleteTagDialogProps {
  object: ObjectRef
  tagKey: string
  tagValue: string
  onClose: () => void
}

export function DeleteTagDialog({ object, tagKey, tagValue, onClose }: DeleteTagDialogProps) {
  const t = useTexts(['objectDetail', 'shared'])
  const write = useWriteTags(object, () => t('tags.deleted', { key: plainName(tagKey) }), onClose)
  return (
    <ConfirmDialog
      title={<DialogTitle text={t('tags.deleteTitle')} object={object} />}
      confirmLabel={t('shared:delete')}
      onConfirm={() => write.mutate((stored) => without(stored, tagKey))}
      onClose={onClose}
      call={write}
    >
      <p>{t('tags.deleteQuestion', { name: shortName(object) })}</p>
      <p>
        <ObjectName name={tagKey} />: <ObjectName name={tagValue} />
      </p>
    </ConfirmDialog>
  )
}

function without(tags: Tags, key: string): Tags {
  return Object.fromEntries(Object.entries(tags).filter(([name]) => name !== key))
}
