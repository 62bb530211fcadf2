import { getSession, hasPermission, type IamImportResult, type IamPreview } from '@cooperage/contract'
import { useMutation } from '@tanstack/react-query'
import { useTexts } from '../messages/use-texts.ts'
import { useSession } from '../session/index.ts'
import type { ApiError } from '../shared/api/api-error.ts'
import { useInvalidate } from '../shared/api/use-api.ts'
import { showError } from '../shared/feedback/messages.ts'
import { ModalForm } from '../shared/ModalForm.tsx'
import { formatCount } from '../shared/text/numbers.ts'
import { plainName } from '../shared/text/visible-name.ts'
import { requestImport } from './requests.ts'
import { Warning } from './Warning.tsx'

interface ImportDialogProps {
  file: File
  preview: IamPreview
  onOutdated: () => void
  onImported: (result: IamImportResult) => void
  onClose: () => void
}

/** Confirms an import. If it changes the visitor's own account, its name must be typed. */
export function ImportDialog({ file, preview, onOutdated, onImported, onClose }: ImportDialogProps) {
  const t = useTexts('iamBackup')
  const invalidate = useInvalidate()
  const account = useSession()?.accountName ?? ''
  const run = useMutation<IamImportResult, ApiError, void>({
    mutationFn: () => requestImport(file, preview.fingerprint),
    gcTime: 0,
    onSuccess: (result) => {
      onClose()
      onImported(result)
      // The import may have changed what this account may do.
      void invalidate(getSession, hasPermission)
    },
    onError: (error) => {
      if (error.code !== 'IamBackupOutdated') return
      showError(error)
      onOutdated()
    },
  })
  const { entries } = preview
  const numberOf = (change: string) => entries.filter((entry) => entry.change === change).length
  const [adds, changes] = [numberOf('add'), numberOf('change')]
  const isOwn = entries.some((entry) => entry.isOwn)
  return (
    <ModalForm
      title={t('confirm.title', { name: plainName(file.name) })}
      onClose={onClose}
      onSubmit={() => run.mutate()}
      submitLabel={t('confirm.submit')}
      call={run}
      typedName={isOwn ? account : undefined}
      isDestructive={isOwn || changes > 0}
    >
      {adds > 0 && <p>{t('confirm.adds', { count: adds, number: formatCount(adds) })}</p>}
      {changes > 0 && (
        <>
          <p>{t('confirm.changes', { count: changes, number: formatCount(changes) })}</p>
          <p>{t('confirm.final')}</p>
        </>
      )}
      {isOwn && <Warning>{t('confirm.own')}</Warning>}
    </ModalForm>
  )
}
