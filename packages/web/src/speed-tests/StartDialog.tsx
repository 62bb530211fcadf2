import type { SpeedTest } from '@cooperage/contract'
import { useTexts } from '../messages/use-texts.ts'
import layout from '../shared/layout.module.css'
import { ModalForm } from '../shared/ModalForm.tsx'
import { WarningNote } from '../shared/WarningNote.tsx'

interface StartDialogProps {
  kind: SpeedTest
  /** Name and port of the storage server. */
  host: string
  /** '' for one of the test's own. */
  bucket: string
  onStart: () => void
  onClose: () => void
}

/** Says what a test does to who uses the server, and has the server's name typed. */
export function StartDialog({ kind, host, bucket, onStart, onClose }: StartDialogProps) {
  const t = useTexts('speedTests')
  return (
    <ModalForm
      title={t('start.title', { host })}
      submitLabel={t('start.action')}
      typedName={host}
      isDestructive={kind !== 'client'}
      onSubmit={() => {
        onStart()
        onClose()
      }}
      onClose={onClose}
    >
      <WarningNote>{t(`start.warnings.${kind}`)}</WarningNote>
      <p className={layout.note}>{t('start.ends')}</p>
      {kind === 'object' && bucket !== '' && <p className={layout.note}>{t('start.leaves', { bucket })}</p>}
    </ModalForm>
  )
}
