import { useState } from 'react'
import { useTexts } from '../../messages/use-texts.ts'
import { failureReason } from '../../shared/api/api-error.ts'
import { showError, showNotice } from '../../shared/feedback/messages.ts'
import { ModalForm } from '../../shared/ModalForm.tsx'
import { formatCount, formatDate } from '../../shared/text/numbers.ts'
import { BypassSwitch } from './BypassSwitch.tsx'
import { ConfirmWord } from './ConfirmWord.tsx'
import { DeleteChoice } from './DeleteChoice.tsx'
import { confirmWord, type Deletion, deletionProblem, type Kept } from './deletion.ts'
import { nameOf, type ObjectRef, shortName } from './object-ref.ts'
import { useDeletion } from './use-deletion.ts'

interface DeleteObjectDialogProps {
  object: ObjectRef
  /** The choices, the first one preselected; only `object` in an unversioned bucket. */
  offered: readonly Deletion[]
  /** Whether the version in `object` is a delete marker. */
  isMarker: boolean
  isSuspended: boolean
  /** The lock of that version. */
  kept: Kept
  /** Whether versions in this bucket can be locked at all. */
  canBeKept: boolean
  onClose: () => void
  onDeleted: (deletion: Deletion) => void
}

/** Deletes the current view of an object, one version, or all versions. */
export function DeleteObjectDialog(props: DeleteObjectDialogProps) {
  const { object, offered, isMarker, isSuspended, kept, canBeKept, onClose, onDeleted } = props
  const t = useTexts(['objectDetail', 'shared'])
  const [deletion, setDeletion] = useState<Deletion>(offered[0] ?? 'object')
  const [typed, setTyped] = useState('')
  const [bypass, setBypass] = useState(false)
  const [now] = useState(() => Date.now())
  const name = shortName(object)
  const id = object.versionId
  const word = confirmWord(nameOf(object))

  const remove = useDeletion(object, ({ failedCount, failed }) => {
    if (failedCount > 0) {
      showError({
        message: t('deletion.partly', { count: failedCount, number: formatCount(failedCount) }),
        detailedMessage: [...new Set(failed.map(failureReason))].join('\n'),
      })
    } else if (deletion === 'version') showNotice(t('deletion.deletedVersion', { name, id }))
    else showNotice(t(deletion === 'all' ? 'deletion.deletedAll' : 'deletion.deleted', { name }))
    onDeleted(deletion)
    onClose()
  })

  const isTyped = deletion === 'all' || (deletion === 'version' && !isMarker)
  const problem = deletionProblem(deletion, kept, bypass, now)
  const problemText = problem && t(`deletion.${problem}`, { time: formatDate(kept.until) })
  const offersBypass = canBeKept && (deletion === 'all' || problem === 'governance' || bypass)
  return (
    <ModalForm
      title={t(offered.includes('marker') || offered.includes('object') ? 'deletion.title' : 'deletion.versionTitle', {
        name,
      })}
      onClose={onClose}
      onSubmit={() => remove.mutate({ deletion, bypass: offersBypass && bypass })}
      submitLabel={t('shared:delete')}
      call={remove}
      disabledReason={problemText ?? (isTyped && typed !== word ? t('deletion.typedMissing') : undefined)}
      isDestructive
    >
      {deletion === 'object' ? (
        <p>{t('deletion.plainNote')}</p>
      ) : (
        <DeleteChoice
          offered={offered}
          chosen={deletion}
          onChange={setDeletion}
          hints={{
            marker: t(isSuspended ? 'deletion.markerSuspendedHint' : 'deletion.markerHint'),
            version: t(isMarker ? 'deletion.markerVersionHint' : 'deletion.versionHint', { id }),
            all: t('deletion.allHint'),
          }}
          problem={problemText}
        />
      )}
      {offersBypass && <BypassSwitch bucket={object.bucket} checked={bypass} onChange={setBypass} />}
      {isTyped && <ConfirmWord word={word} typed={typed} onChange={setTyped} />}
    </ModalForm>
  )
}
