import layout from '../../shared/layout.module.css'
import '../../messages/en/copying.ts'
import { objectNameProblem, sentence } from '@cooperage/contract'
import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTexts } from '../../messages/use-texts.ts'
import { ModalForm } from '../../shared/ModalForm.tsx'
import { plainName } from '../../shared/text/visible-name.ts'
import { folderOf, leafName } from '../entry.ts'
import { useDenied } from '../index.ts'
import { type Destination, folderOfPath } from './destination.ts'
import { type Existing, ExistingChoice } from './ExistingChoice.tsx'
import { FolderChooser } from './FolderChooser.tsx'
import { useCopy } from './use-copy.ts'
import { useNameConflicts } from './use-name-conflicts.ts'

interface CopyVersionDialogProps {
  bucket: string
  /** The key of the object. */
  source: string
  versionId: string
  /** In bytes. */
  size: number
  onClose: () => void
}

/** Copies one version to another name, in any bucket. */
export function CopyVersionDialog({ bucket, source, versionId, size, onClose }: CopyVersionDialogProps) {
  const t = useTexts('copying')
  const prefix = folderOf(source)
  const [to, setTo] = useState<Destination>({ bucket, path: prefix })
  const [typed, setTyped] = useState(leafName(source, prefix))
  const [existing, setExisting] = useState<Existing>('skip')
  const { writeObject: writeDenied } = useDenied(to.bucket, 'writeObject')
  const target = folderOfPath(to.path) + typed
  const units = [{ source, target }]
  const reason = typed === '' ? undefined : sentence(objectNameProblem(target))
  const problem = () => {
    if (typed.includes('/')) return t('version.slash')
    return reason && t('version.problem', { reason })
  }
  const isItself = to.bucket === bucket && target === source
  const missingReason = typed === '' ? t('rename.missing') : isItself ? t('version.itself') : undefined
  const isTaken = useNameConflicts(to, units) > 0 && missingReason === undefined
  const name = plainName(leafName(source, prefix))
  const place = plainName(`${to.bucket}/${target}`)
  const copy = useCopy({
    request: { bucket, targetBucket: to.bucket, units, versionId, move: false, existing },
    size,
    title: t('version.job', { name }),
    done: () => t('version.done', { name, place }),
    onClose,
    onArrived: undefined,
  })
  return (
    <ModalForm
      title={t('version.title', { name })}
      onClose={onClose}
      onSubmit={copy.start}
      submitLabel={t('copy.submit')}
      call={copy}
      disabledReason={missingReason ?? problem() ?? writeDenied}
    >
      <FolderChooser value={to} onChange={setTo} problem={undefined} />
      <TextInput
        label={t('rename.name')}
        description={t('version.hint', { id: versionId })}
        error={problem()}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <ExistingChoice
        chosen={existing}
        onChange={setExisting}
        conflictText={isTaken ? t('version.taken') : undefined}
      />
      <p className={layout.note}>{t('version.note')}</p>
    </ModalForm>
  )
}
