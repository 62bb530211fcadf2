import './copying-messages.ts'
import { copyObjects, objectNameProblem } from '@cooperage/contract'
import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { jobs } from '../../jobs/index.ts'
import { useApiMutation } from '../../shared/api/use-api.ts'
import { showNotice } from '../../shared/feedback/messages.ts'
import { ModalForm } from '../../shared/ModalForm.tsx'
import { formatCount } from '../../shared/text/numbers.ts'
import { plainName } from '../../shared/text/visible-name.ts'
import { leafName } from '../entry.ts'
import { Note } from '../Note.tsx'
import { type CopyWish, CopyWork } from './copy-work.ts'
import { tellCopied, tellTouched } from './tell-copied.ts'

interface RenameDialogProps {
  bucket: string
  /** A key, or a folder, which ends in a slash. */
  source: string
  prefix: string
  onClose: () => void
  /** Called with the new key of an object. */
  onArrived?: ((bucket: string, key: string) => void) | undefined
}

/** Another name in the same folder: of an object at once, of a folder as a job. Nothing that has the name is replaced. */
export function RenameDialog({ bucket, source, prefix, onClose, onArrived }: RenameDialogProps) {
  const { t } = useTranslation('copying')
  const leaf = leafName(source, prefix)
  const isFolder = source.endsWith('/')
  const [typed, setTyped] = useState(leaf)
  const target = prefix + typed + (isFolder ? '/' : '')
  const names = { name: plainName(leaf), newName: plainName(typed) }
  const wish: CopyWish = {
    bucket,
    targetBucket: bucket,
    units: [{ source, target }],
    move: true,
    existing: 'refuse',
  }
  const problem = () => {
    if (typed === '' || typed === leaf) return undefined
    if (typed.includes('/')) return t('rename.slash')
    const reason = objectNameProblem(target)
    return reason && t('rename.problem', { reason })
  }
  const missing = typed === '' ? t('rename.missing') : typed === leaf ? t('rename.same') : undefined
  const one = useApiMutation(copyObjects, {
    onSuccess: () => {
      showNotice(t('rename.done', names))
      onClose()
      tellCopied(wish, { skipped: 0, failed: [], failedCount: 0 })
      onArrived?.(bucket, target)
    },
  })
  const start = () => {
    if (!isFolder) return one.mutate({ params: { bucket }, body: { source, target, move: true } })
    const work = new CopyWork(wish)
    jobs.start({
      title: t('rename.job', names),
      progress: () => t('move.progress', { count: work.copied, number: formatCount(work.copied) }),
      work: work.part,
      onRest: () => tellTouched(wish),
      onEnd: (failed, failedCount) => {
        if (failedCount === 0) showNotice(t('rename.done', names))
        tellCopied(wish, { skipped: 0, failed, failedCount })
      },
    })
    onClose()
  }
  return (
    <ModalForm
      title={t('rename.title', names)}
      onClose={onClose}
      onSubmit={start}
      submitLabel={t('rename.submit')}
      isPending={one.isPending}
      disabledReason={missing ?? problem()}
      error={one.error}
    >
      <TextInput
        label={t('rename.name')}
        data-autofocus
        autoComplete="off"
        spellCheck={false}
        error={problem()}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <Note>{t(isFolder ? 'rename.folderNote' : 'rename.note')}</Note>
    </ModalForm>
  )
}
