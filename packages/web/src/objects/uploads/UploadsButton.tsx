import '../../messages/en/incomplete-uploads.ts'
import { ActionIcon } from '@mantine/core'
import { IconCloudUpload } from '@tabler/icons-react'
import { useTexts } from '../../messages/use-texts.ts'
import { AppLink } from '../../navigation/AppLink.tsx'
import { uploadsPath } from '../../navigation/paths/objects.ts'

/** Opens the incomplete uploads of a bucket. */
export function UploadsButton({ bucket }: { bucket: string }) {
  const t = useTexts('incompleteUploads')
  return (
    <ActionIcon
      component={AppLink}
      to={uploadsPath(bucket)}
      variant="default"
      size={36}
      aria-label={t('title')}
      title={t('title')}
    >
      <IconCloudUpload size={18} />
    </ActionIcon>
  )
}
