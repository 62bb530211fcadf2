import '../../messages/en/deleted-objects.ts'
import { ActionIcon } from '@mantine/core'
import { IconTrashX } from '@tabler/icons-react'
import { useTexts } from '../../messages/use-texts.ts'
import { useNavigation } from '../../navigation/navigation.ts'
import { deletedPath } from '../../navigation/paths/objects.ts'
import { explained } from '../../shared/ExplainedButton.tsx'

interface DeletedButtonProps {
  bucket: string
  prefix: string
  /** What is searched for: the list of deleted objects starts with it. */
  text: string
  /** Why the bucket has no versions that can be listed; undefined if it does. */
  disabledReason: string | undefined
}

/** Shows what was deleted below the folder. */
export function DeletedButton({ bucket, prefix, text, disabledReason }: DeletedButtonProps) {
  const t = useTexts('deletedObjects')
  const { push } = useNavigation()
  return (
    <ActionIcon
      variant="default"
      size={36}
      aria-label={t('show')}
      title={t('show')}
      {...explained(disabledReason)}
      onClick={disabledReason === undefined ? () => push(deletedPath(bucket, prefix, text)) : undefined}
    >
      <IconTrashX size={18} />
    </ActionIcon>
  )
}
