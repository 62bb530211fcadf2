import {
  type ConfigurationImportResult,
  type ConfigurationPreview,
  formatBytes,
  MAX_CONFIGURATION_FILE_BYTES,
  previewConfigurationImport,
} from '@cooperage/contract'
import { IconUpload } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useTexts } from '../messages/use-texts.ts'
import { AppLink } from '../navigation/AppLink.tsx'
import { settingsPath } from '../navigation/paths/settings.ts'
import { useApiMutation } from '../shared/api/use-api.ts'
import { ExplainedButton } from '../shared/ExplainedButton.tsx'
import { FileInput } from '../shared/fields/FileInput.tsx'
import layout from '../shared/layout.module.css'
import { plainName } from '../shared/text/visible-name.ts'
import { ImportPreview } from './ImportPreview.tsx'
import { ImportResult } from './ImportResult.tsx'
import { useDenied } from './index.ts'
import classes from './settings.module.css'

interface ConfigurationFile {
  name: string
  text: string
}

/** Imports a whole configuration: choose a file, review what it changes, see what was applied. */
export function ConfigurationImport() {
  const t = useTexts('settings')
  const input = useRef<HTMLInputElement>(null)
  const { configure: denied } = useDenied('', 'configure')
  const [problem, setProblem] = useState<string>()
  const [file, setFile] = useState<ConfigurationFile>()
  const [preview, setPreview] = useState<ConfigurationPreview>()
  const [result, setResult] = useState<ConfigurationImportResult>()
  // The input contains secrets.
  const compare = useApiMutation(previewConfigurationImport, { onSuccess: setPreview, gcTime: 0 })

  const choose = async (chosen: File | undefined) => {
    if (chosen === undefined) return
    compare.reset()
    setResult(undefined)
    setPreview(undefined)
    setFile(undefined)
    const limit = formatBytes(MAX_CONFIGURATION_FILE_BYTES)
    if (chosen.size > MAX_CONFIGURATION_FILE_BYTES) return setProblem(t('import.tooLarge', { limit }))
    const text = await chosen.text().catch(() => undefined)
    if (text === undefined) return setProblem(t('import.unreadable'))
    setProblem(undefined)
    setFile({ name: plainName(chosen.name), text })
    compare.mutate({ body: { configurationFile: text } })
  }
  const failure = problem ?? compare.error?.message
  return (
    <>
      <AppLink to={settingsPath()} className={layout.back}>
        {t('back')}
      </AppLink>
      <h2 className={layout.heading}>{file === undefined ? t('import.title') : t('import.of', { name: file.name })}</h2>
      <p className={layout.note}>{t('import.text')}</p>
      <div className={layout.buttons}>
        <ExplainedButton
          variant="default"
          leftSection={<IconUpload size={16} />}
          loading={compare.isPending}
          disabledReason={denied}
          onClick={() => input.current?.click()}
        >
          {t(file === undefined ? 'import.choose' : 'import.chooseAnother')}
        </ExplainedButton>
      </div>
      <FileInput
        ref={input}
        label={t('import.fileLabel')}
        accept=".txt,.env,.conf,text/plain"
        onFiles={(files) => void choose(files?.[0])}
      />
      {failure !== undefined && (
        <p role="alert" className={classes.failure}>
          {failure}
        </p>
      )}
      {result !== undefined && <ImportResult result={result} />}
      {file !== undefined && preview !== undefined && result === undefined && (
        <ImportPreview
          key={preview.fingerprint}
          text={file.text}
          preview={preview}
          onOutdated={() => compare.mutate({ body: { configurationFile: file.text } })}
          onImported={setResult}
        />
      )}
    </>
  )
}
