import layout from '../../shared/layout.module.css'
import '../../messages/en/copying.ts'
import { objectNameProblem, sentence } from '@cooperage/contract'
import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useServerJob } from '../../jobs/use-server-job.tsx'
import { useTexts } from '../../messages/use-texts.ts'
import { ModalForm } from '../../shared/ModalForm.tsx'
import { plainName } from '../../shared/text/visible-name.ts'
import { leafName } from '../entry.ts'
import { useCopy } from './use-copy.ts'

interface RenameDialogProps {
  bucket: string
  /** A key, or a folder with its final slash. */
  source: string
  /** The size of an object in bytes. */
  size: number
  prefix: string
  onClose: () => void
  /** Called with the new key of an object. */
  onArrived?: ((bucket: string, key: string) => void) | undefined
}

/** Renames an object or folder. Existing objects are never replaced. */
export function RenameDialog({ bucket, source, size, prefix, onClose, onArrived }: RenameDialogProps) {
  const t = useTexts('copying')
  const leaf = leafName(source, prefix)
  const isFolder = source.endsWith('/')
  const [typed, setTyped] = useState(leaf)
  const target = prefix + typed + (isFolder ? '/' : '')
  const names = { name: plainName(leaf), newName: plainName(typed) }
  const problem = () => {
    if (typed === '' || typed === leaf) return undefined
    if (typed.includes('/')) return t('rename.slash')
    const reason = sentence(objectNameProblem(target))
    return reason && t('rename.problem', { reason })
  }
  const missingReason = typed === '' ? t('rename.missing') : typed === leaf ? t('rename.same') : undefined
  const units = [{ source, target }]
  const rename = useCopy({
    request: { bucket, targetBucket: bucket, units, move: true, existing: 'refuse' },
    size,
    title: t('rename.job', names),
    done: (_copied, failed) => (failed === 0 ? t('rename.done', names) : ''),
    onClose,
    onArrived,
  })
  const server = useServerJob({ kind: 'move', items: 1 }, onClose)
  const startOnServer = () => server.start({ kind: 'move', bucket, target_bucket: '', units, existing: 'refuse' })
  return (
    <ModalForm
      title={t('rename.title', names)}
      onClose={onClose}
      onSubmit={server.isChosen ? startOnServer : rename.start}
      submitLabel={t('rename.submit')}
      call={{ isPending: rename.isPending || server.isPending, error: rename.error ?? server.error }}
      disabledReason={missingReason ?? problem()}
    >
      <TextInput
        label={t('rename.name')}
        data-autofocus
        error={problem()}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {isFolder && server.field}
      <p className={layout.note}>{t(isFolder ? 'rename.folderNote' : 'rename.note')}</p>
    </ModalForm>
  )
}
