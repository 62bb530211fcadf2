import { useMutation } from '@tanstack/react-query'
import { useTexts } from '../messages/use-texts.ts'
import type { ApiError } from '../shared/api/api-error.ts'
import { showNotice } from '../shared/feedback/messages.ts'
import { ModalForm } from '../shared/ModalForm.tsx'
import { saveFile } from '../shared/save-file.ts'
import { requestExport } from './requests.ts'
import { Warning } from './Warning.tsx'

/** Says what the file contains before the browser has it. */
export function ExportDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts('iamBackup')
  const download = useMutation<Blob, ApiError, void>({
    mutationFn: requestExport,
    gcTime: 0,
    onSuccess: (archive) => {
      saveFile(`iam-backup-${new Date().toISOString().slice(0, 10)}.zip`, archive)
      showNotice(t('export.done'))
      onClose()
    },
  })
  return (
    <ModalForm
      title={t('export.confirm.title')}
      submitLabel={t('export.confirm.submit')}
      onSubmit={() => download.mutate()}
      onClose={onClose}
      call={download}
    >
      <Warning>{t('export.confirm.warning')}</Warning>
      <p>{t('export.confirm.text')}</p>
    </ModalForm>
  )
}
