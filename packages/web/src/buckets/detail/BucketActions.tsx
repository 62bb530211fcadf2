import { ActionIcon } from '@mantine/core'
import { IconArrowsDiff, IconDots, IconEraser, IconTrash, IconUserPlus } from '@tabler/icons-react'
import { useTexts } from '../../messages/use-texts.ts'
import { useNavigation } from '../../navigation/navigation.ts'
import { bucketPath, bucketsPath } from '../../navigation/paths/buckets.ts'
import { GrantAccessDialog, useGrantDenied } from '../../policies/index.ts'
import { ActionMenu } from '../../shared/overlay/ActionMenu.tsx'
import { useDialogs } from '../../shared/use-dialogs.tsx'
import { DeleteBucketDialog, EmptyBucketDialog, useDenied } from '../index.ts'

/** Actions on the bucket that aren't settings. */
export function BucketActions({ bucket }: { bucket: string }) {
  const t = useTexts(['bucket', 'shared'])
  const { push } = useNavigation()
  const denied = useDenied(bucket, 'deleteObject', 'deleteBucket')
  const grantDenied = useGrantDenied()
  const { open, dialog } = useDialogs({
    grant: (close) => <GrantAccessDialog bucket={bucket} onClose={close} />,
    empty: (close) => <EmptyBucketDialog bucket={bucket} onClose={close} />,
    delete: (close) => <DeleteBucketDialog bucket={bucket} onClose={close} onDeleted={() => push(bucketsPath())} />,
  })
  return (
    <>
      <ActionMenu
        width={220}
        entries={[
          ...(grantDenied === null
            ? []
            : [
                {
                  id: 'grant',
                  label: t('more.grant'),
                  icon: IconUserPlus,
                  disabledReason: grantDenied,
                  onSelect: () => open('grant'),
                },
              ]),
          {
            id: 'compare',
            label: t('more.compare'),
            icon: IconArrowsDiff,
            to: bucketPath(bucket, 'compare'),
          },
          {
            id: 'empty',
            label: t('more.empty'),
            icon: IconEraser,
            isDestructive: true,
            disabledReason: denied.deleteObject,
            onSelect: () => open('empty'),
          },
          {
            id: 'delete',
            label: t('more.delete'),
            icon: IconTrash,
            isDestructive: true,
            disabledReason: denied.deleteBucket,
            onSelect: () => open('delete'),
          },
        ]}
      >
        {(opener) => (
          <ActionIcon
            {...opener}
            variant="default"
            size={36}
            p={0}
            aria-label={t('shared:moreActions', { name: bucket })}
          >
            <IconDots size={20} />
          </ActionIcon>
        )}
      </ActionMenu>
      {dialog}
    </>
  )
}
