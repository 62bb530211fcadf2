import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { saveFile } from './save-file.ts'

interface SaveButtonProps {
  label: string
  fileName: string
  /** Its content, made when it is saved. */
  content: () => string
  /** Its media type. */
  type: string
}

/** Saves a file of what the page shows. */
export function SaveButton({ label, fileName, content, type }: SaveButtonProps) {
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} />}
      onClick={() => saveFile(fileName, new Blob([content()], { type }))}
    >
      {label}
    </Button>
  )
}
