import { type ButtonProps, Loader } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { type CsvTable, saveCsv } from './csv.ts'
import { ExplainedButton } from './ExplainedButton.tsx'
import { useDelayed } from './use-delayed.ts'

interface CsvButtonProps extends Omit<ButtonProps, 'disabled' | 'leftSection' | 'variant'> {
  /** Why there is nothing to save; undefined if there is. */
  disabledReason?: string | undefined
  iconSize?: number
  /** The name of the file, and the table that is written at a click; undefined while nothing is known. */
  file: () => readonly [name: string, ...table: CsvTable] | undefined
}

/** Downloads a table as CSV. While the file is written it turns, keeps the focus and ignores clicks. */
export function CsvButton({ disabledReason, iconSize = 15, file, ...props }: CsvButtonProps) {
  const [isWriting, setWriting] = useState(false)
  const isLong = useDelayed(isWriting, 250)
  const save = () => {
    const written = isWriting ? undefined : file()
    if (written === undefined) return
    setWriting(true)
    void saveCsv(...written).finally(() => setWriting(false))
  }
  return (
    <ExplainedButton
      {...props}
      variant="default"
      leftSection={isLong ? <Loader size={iconSize} /> : <IconDownload size={iconSize} />}
      aria-busy={isLong}
      disabledReason={disabledReason}
      onClick={save}
    />
  )
}
