import { formatBytes, MAX_IAM_BACKUP_BYTES } from '@cooperage/contract'
import { Loader } from '@mantine/core'
import { IconAlertTriangle, IconUpload } from '@tabler/icons-react'
import { type DragEvent, useRef, useState } from 'react'
import { useTexts } from '../messages/use-texts.ts'
import { ExplainedButton } from '../shared/ExplainedButton.tsx'
import { FileInput } from '../shared/fields/FileInput.tsx'
import layout from '../shared/layout.module.css'
import { plainName } from '../shared/text/visible-name.ts'
import classes from './iam-backup.module.css'
import { useDenied } from './index.ts'

interface ImportCardProps {
  /** Name of the archive that is being compared with the server. */
  readingName: string | undefined
  /** Why the last archive couldn't be compared. */
  failure: string | undefined
  onFile: (file: File) => void
}

/** Accepts an archive from a file chooser or a drop. */
export function ImportCard({ readingName, failure, onFile }: ImportCardProps) {
  const t = useTexts('iamBackup')
  const input = useRef<HTMLInputElement>(null)
  // The preview compares with the server's own export.
  const { exportIam: exportDenied } = useDenied('', 'exportIam')
  const [problem, setProblem] = useState<string>()
  const [isOver, setOver] = useState(false)

  const choose = (files: FileList | null) => {
    const [file, another] = files ?? []
    if (file === undefined) return
    const isTooLarge = file.size > MAX_IAM_BACKUP_BYTES
    if (another !== undefined) setProblem(t('import.oneFile'))
    else if (isTooLarge) setProblem(t('import.tooLarge', { limit: formatBytes(MAX_IAM_BACKUP_BYTES) }))
    else {
      setProblem(undefined)
      onFile(file)
    }
  }
  const isOpen = exportDenied === undefined && readingName === undefined
  const over = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    event.dataTransfer.dropEffect = isOpen ? 'copy' : 'none'
    setOver(isOpen)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    if (isOpen) choose(event.dataTransfer.files)
  }
  const shown = problem ?? failure
  return (
    <section className={`${layout.card} ${classes.text}`} aria-labelledby="iam-import">
      <h2 id="iam-import" className={layout.heading}>
        {t('import.title')}
      </h2>
      <p>{t('import.text')}</p>
      <p className={layout.muted}>{t('import.rules')}</p>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut; the button does the same */}
      <div
        className={classes.drop}
        data-over={isOver || undefined}
        onDragOver={over}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
        aria-busy={readingName !== undefined}
      >
        {readingName === undefined ? (
          <>
            <p className={layout.muted}>{t('import.dropHere')}</p>
            <ExplainedButton
              variant="default"
              leftSection={<IconUpload size={16} />}
              disabledReason={exportDenied}
              onClick={() => input.current?.click()}
            >
              {t('import.choose')}
            </ExplainedButton>
          </>
        ) : (
          <>
            <Loader size="sm" />
            <p role="status">{t('import.reading', { name: plainName(readingName) })}</p>
          </>
        )}
      </div>
      <FileInput ref={input} label={t('import.fileLabel')} accept=".zip,application/zip" onFiles={choose} />
      {shown !== undefined && (
        <div className={classes.failure} role="alert">
          <IconAlertTriangle size={16} aria-hidden="true" />
          <span>{shown}</span>
        </div>
      )}
    </section>
  )
}
