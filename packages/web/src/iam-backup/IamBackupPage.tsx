import '../messages/en/iam-backup.ts'
import type { IamImportResult, IamPreview } from '@cooperage/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTexts } from '../messages/use-texts.ts'
import type { ApiError } from '../shared/api/api-error.ts'
import layout from '../shared/layout.module.css'
import { PageHeader } from '../shared/PageHeader.tsx'
import { usePageTitle } from '../shared/use-page-title.ts'
import { ExportCard } from './ExportCard.tsx'
import { ImportCard } from './ImportCard.tsx'
import { ImportPreview } from './ImportPreview.tsx'
import { ImportResult } from './ImportResult.tsx'
import classes from './iam-backup.module.css'
import { requestPreview } from './requests.ts'

/** Exports all identities of the server, and imports them after a preview. */
export function IamBackupPage() {
  const t = useTexts('iamBackup')
  usePageTitle(t('title'))
  const [result, setResult] = useState<IamImportResult>()
  const [compared, setCompared] = useState<{ file: File; preview: IamPreview }>()
  const compare = useMutation<IamPreview, ApiError, File>({
    mutationFn: requestPreview,
    gcTime: 0,
    onSuccess: (preview, file) => setCompared({ file, preview }),
  })
  const startOver = () => {
    setResult(undefined)
    setCompared(undefined)
    compare.reset()
  }

  if (compared !== undefined && result !== undefined) {
    return <ImportResult fileName={compared.file.name} result={result} onBack={startOver} />
  }
  if (compared !== undefined) {
    const { file, preview } = compared
    return (
      <ImportPreview
        key={preview.fingerprint}
        file={file}
        preview={preview}
        onBack={startOver}
        onOutdated={() => compare.mutate(file)}
        onImported={setResult}
      />
    )
  }
  const file = compare.variables
  return (
    <div className={layout.page}>
      <PageHeader title={t('title')} below={t('purpose')} />
      <div className={classes.cards}>
        <ExportCard />
        <ImportCard
          readingName={compare.isPending ? file?.name : undefined}
          failure={compare.error?.message}
          onFile={(chosen) => compare.mutate(chosen)}
        />
      </div>
    </div>
  )
}
