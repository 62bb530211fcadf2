import { formatBytes, isInspectPath, MAX_SUPPORT_FILE_BYTES, SUPPORT_FILES_FEATURE } from '@cooperage/contract'
import { Button, TextInput } from '@mantine/core'
import { IconDownload, IconFileSearch, IconPlayerStop } from '@tabler/icons-react'
import { useState } from 'react'
import { useTexts } from '../messages/use-texts.ts'
import { useCurrentSearch } from '../navigation/navigation.ts'
import { useSession } from '../session/index.ts'
import { isBrokenOff } from '../shared/api/api-error.ts'
import { EmptyState } from '../shared/EmptyState.tsx'
import { ExplainedButton } from '../shared/ExplainedButton.tsx'
import layout from '../shared/layout.module.css'
import { saveFile } from '../shared/save-file.ts'
import { useDialogs } from '../shared/use-dialogs.tsx'
import { WarningNote } from '../shared/WarningNote.tsx'
import { type Archive, NoArchive } from './archive.ts'
import { KeyDialog } from './KeyDialog.tsx'
import { requestArchive } from './requests.ts'
import { useDownload } from './use-download.ts'

/** The raw files of an object, and the key that decrypts them. */
export function InspectTab() {
  const t = useTexts('supportTools')
  const given = useCurrentSearch()
  const slash = given.indexOf('/')
  const [bucket, setBucket] = useState(slash < 0 ? given : given.slice(0, slash))
  const [path, setPath] = useState(slash < 0 ? '' : given.slice(slash + 1))
  const { state, start, cancel } = useDownload()
  const { open, dialog } = useDialogs({
    key: (close, { name, key }: Pick<Archive, 'name' | 'key'>) => (
      <KeyDialog name={name} secret={key} onClose={close} />
    ),
  })
  const isOffered = useSession()?.features.includes(SUPPORT_FILES_FEATURE) === true
  const isRunning = state.status === 'running'
  const bucketProblem =
    /^[a-z0-9.][\w.-]*$/.test(bucket) && isInspectPath(bucket) ? undefined : t('inspect.bucketWrong')
  const pathProblem = isInspectPath(path) ? undefined : t('inspect.pathWrong')
  const download = async (signal: AbortSignal) => {
    const { file, name, key } = await requestArchive({ bucket, path }, signal)
    // Without its key, the archive is worth nothing.
    open('key', { name, key })
    saveFile(name, file)
  }
  if (!isOffered) {
    return (
      <EmptyState icon={IconFileSearch} title={t('inspect.notOffered.title')} hint={t('inspect.notOffered.hint')} />
    )
  }
  return (
    <section className={layout.card} aria-labelledby="inspect">
      <h2 className={layout.heading} id="inspect">
        {t('inspect.title')}
      </h2>
      <p className={layout.note}>{t('inspect.about')}</p>
      <div className={layout.form}>
        <TextInput
          label={t('inspect.bucket')}
          description={t('inspect.bucketHint')}
          disabled={isRunning}
          value={bucket}
          error={bucket === '' ? undefined : bucketProblem}
          onChange={(event) => setBucket(event.currentTarget.value)}
        />
        <TextInput
          label={t('inspect.path')}
          description={t('inspect.pathHint')}
          disabled={isRunning}
          value={path}
          error={path === '' ? undefined : pathProblem}
          onChange={(event) => setPath(event.currentTarget.value)}
        />
      </div>
      <div className={layout.buttons}>
        {isRunning ? (
          <Button variant="default" leftSection={<IconPlayerStop size={16} />} onClick={cancel}>
            {t('inspect.cancel')}
          </Button>
        ) : (
          <ExplainedButton
            leftSection={<IconDownload size={16} />}
            disabledReason={bucketProblem ?? pathProblem}
            onClick={() => void start(download)}
          >
            {t('inspect.submit')}
          </ExplainedButton>
        )}
      </div>
      <div role="status" className={layout.notes}>
        {isRunning && <p className={layout.note}>{t('inspect.running')}</p>}
        {state.status === 'canceled' && <p className={layout.note}>{t('inspect.canceled')}</p>}
        {state.status === 'failed' && (
          <WarningNote>
            {state.error instanceof NoArchive
              ? t('inspect.unreadable')
              : isBrokenOff(state.error)
                ? t('inspect.brokenOff', { size: formatBytes(MAX_SUPPORT_FILE_BYTES) })
                : state.error.message}
          </WarningNote>
        )}
      </div>
      {dialog}
    </section>
  )
}
