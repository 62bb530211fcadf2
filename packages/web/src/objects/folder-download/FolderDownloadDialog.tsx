import layout from '../../shared/layout.module.css'
import '../../messages/en/folder-download.ts'
import { formatBytes } from '@cooperage/contract'
import { Switch } from '@mantine/core'
import { useState } from 'react'
import { jobs } from '../../jobs/index.ts'
import { type Translate, useTexts } from '../../messages/use-texts.ts'
import { showNotice } from '../../shared/feedback/messages.ts'
import { ModalForm } from '../../shared/ModalForm.tsx'
import { formatCount } from '../../shared/text/numbers.ts'
import { sentences } from '../../shared/text/sentences.ts'
import { plainName } from '../../shared/text/visible-name.ts'
import { amountOf } from '../count-rows.ts'
import { downloadCalls, endOf } from './download-calls.ts'
import { FolderDownload } from './folder-download.ts'

interface FolderDownloadDialogProps {
  bucket: string
  prefix: string
  /** Keys, and folders, which end in a slash. */
  paths: readonly string[]
  onClose: () => void
}

/** The part of the File System API that TypeScript has no types for. */
interface WithPicker {
  showDirectoryPicker(options: { id: string; mode: 'readwrite' }): Promise<FileSystemDirectoryHandle>
}

/** Downloads a selection as folders and files, into a folder that the user chooses. */
export function FolderDownloadDialog({ bucket, prefix, paths, onClose }: FolderDownloadDialogProps) {
  const t = useTexts('folderDownload')
  const [replaces, setReplaces] = useState(false)
  const choose = async () => {
    const folder = await chosenFolder()
    if (folder === undefined) return
    start(t, { bucket, prefix, paths, folder, replaces })
    onClose()
  }
  return (
    <ModalForm
      title={t('title', { count: paths.length, number: formatCount(paths.length) })}
      onClose={onClose}
      onSubmit={() => void choose()}
      submitLabel={t('choose')}
    >
      <p>{t('purpose')}</p>
      <Switch
        label={t('replace')}
        description={t('replaceHint')}
        checked={replaces}
        onChange={(event) => setReplaces(event.currentTarget.checked)}
      />
      <p className={layout.note}>{t('names')}</p>
    </ModalForm>
  )
}

/** Undefined if none was chosen. */
async function chosenFolder(): Promise<FileSystemDirectoryHandle | undefined> {
  try {
    return await (window as unknown as WithPicker).showDirectoryPicker({ id: 'downloads', mode: 'readwrite' })
  } catch (error) {
    if (error instanceof DOMException) return undefined
    throw error
  }
}

interface Started extends Omit<FolderDownloadDialogProps, 'onClose'> {
  folder: FileSystemDirectoryHandle
  replaces: boolean
}

function start(t: Translate<'folderDownload'>, { bucket, prefix, paths, folder, replaces }: Started): void {
  const download = new FolderDownload(paths, { folder, prefix, replaces }, downloadCalls(bucket))
  const place = plainName(folder.name)
  const countText = (key: 'done' | 'present' | 'kept', count: number) =>
    count > 0 ? [t(key, { count, number: formatCount(count), folder: place })] : []
  jobs.start({
    title: t('job', { count: paths.length, number: formatCount(paths.length), folder: place }),
    progress: () => {
      const { files: count, bytes } = download
      return t('progress', { count, number: formatCount(count), bytes: formatBytes(bytes) })
    },
    ...amountOf(
      bucket,
      paths.map((key) => ({ key })),
    ),
    work: (after, stopped) =>
      download.part(after, stopped).catch((error: unknown) => {
        throw endOf(error)
      }),
    onEnd: () => {
      const { files, present, kept } = download
      const text = sentences([
        ...countText('done', files),
        ...countText('present', present),
        ...countText('kept', kept),
      ])
      if (text !== '') showNotice(text)
    },
  })
}
