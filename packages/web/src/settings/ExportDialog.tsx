import { exportConfiguration } from '@cooperage/contract'
import { useMutation } from '@tanstack/react-query'
import { useTexts } from '../messages/use-texts.ts'
import type { ApiError } from '../shared/api/api-error.ts'
import { callForBytes } from '../shared/api/call.ts'
import { showNotice } from '../shared/feedback/messages.ts'
import { ModalForm } from '../shared/ModalForm.tsx'
import { saveFile } from '../shared/save-file.ts'
import { WarningNote } from '../shared/WarningNote.tsx'

/** Says what the file contains before the browser has it. */
export function ExportDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts('settings')
  const download = useMutation<Blob, ApiError, void>({
    mutationFn: () => callForBytes(exportConfiguration, {}),
    gcTime: 0,
    onSuccess: (file) => {
      saveFile(`server-configuration-${new Date().toISOString().slice(0, 10)}.txt`, file)
      showNotice(t('export.done'))
      onClose()
    },
  })
  return (
    <ModalForm
      title={t('export.title')}
      submitLabel={t('export.submit')}
      onSubmit={() => download.mutate()}
      onClose={onClose}
      call={download}
    >
      <WarningNote>{t('export.warning')}</WarningNote>
      <p>{t('export.text')}</p>
    </ModalForm>
  )
}
