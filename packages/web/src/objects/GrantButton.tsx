import { ActionIcon } from '@mantine/core'
import { IconUserPlus } from '@tabler/icons-react'
import { useTexts } from '../messages/use-texts.ts'
import { GrantAccessDialog, useCanGrant } from '../policies/index.ts'
import { useDialogs } from '../shared/use-dialogs.tsx'

interface GrantButtonProps {
  bucket: string
  /** '' for the bucket itself. */
  prefix: string
}

/** Grants access to the open folder. Nothing for those who can't: most visitors of the object browser. */
export function GrantButton({ bucket, prefix }: GrantButtonProps) {
  const t = useTexts('objects')
  const canGrant = useCanGrant()
  const keys = prefix === '' ? [] : [prefix]
  const { open, dialog } = useDialogs({
    grant: (close) => <GrantAccessDialog bucket={bucket} keys={keys} onClose={close} />,
  })
  if (!canGrant) return null
  const label = t('actions.grant')
  return (
    <>
      <ActionIcon variant="default" size={36} aria-label={label} title={label} onClick={() => open('grant')}>
        <IconUserPlus size={18} />
      </ActionIcon>
      {dialog}
    </>
  )
}
