import { deleteBucket } from '@cooperage/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../shared/api/api-error.ts'
import { call } from '../shared/api/call.ts'
import { showNotice } from '../shared/feedback/messages.ts'
import { ModalForm } from '../shared/ModalForm.tsx'
import { OutcomeList } from '../shared/outcomes/OutcomeList.tsx'
import { type Outcome, runEach } from '../shared/outcomes/run-each.ts'
import { formatCount } from '../shared/text/numbers.ts'
import { useBucketWrites } from './use-buckets.ts'

interface DeleteBucketsDialogProps {
  names: readonly string[]
  onClose: () => void
  /** Called after buckets are deleted. */
  onDeleted: (names: readonly string[]) => void
}

/** Deletes several buckets and shows the outcome of each. Failures can be retried. */
export function DeleteBucketsDialog({ names, onClose, onDeleted }: DeleteBucketsDialogProps) {
  const { t } = useTranslation(['buckets', 'shared'])
  // The selection changes while buckets are deleted; the dialog is about the original one.
  const [buckets] = useState(names)
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, Outcome>>(new Map())
  const [isPending, setPending] = useState(false)
  const noteWrites = useBucketWrites()

  const left = buckets.filter((name) => outcomes.get(name) !== 'done')
  const failed = left.filter((name) => outcomes.get(name) instanceof ApiError)

  const run = async () => {
    setPending(true)
    const deleted = await runEach(left, removeBucket, (name, outcome) =>
      setOutcomes((known) => new Map(known).set(name, outcome)),
    )
    setPending(false)
    if (deleted.length > 0) {
      onDeleted(deleted)
      void noteWrites('deleted', deleted)
    }
    if (deleted.length < left.length) return
    showNotice(t('deletion.deletedMany', { count: buckets.length, number: formatCount(buckets.length) }))
    onClose()
  }

  return (
    <ModalForm
      title={t('deletion.titleMany', { count: buckets.length, number: formatCount(buckets.length) })}
      onClose={onClose}
      onSubmit={() => void run()}
      submitLabel={failed.length > 0 ? t('shared:retry') : t('shared:delete')}
      call={{ isPending, error: null }}
      isDestructive
    >
      <p>{t('deletion.noteMany')}</p>
      <div role="status">
        {failed.length > 0 && t('deletion.failed', { count: failed.length, number: formatCount(failed.length) })}
      </div>
      <OutcomeList
        label={t('deletion.list')}
        ids={buckets}
        outcomes={outcomes}
        words={{ pending: t('deletion.deleting'), done: t('deletion.done') }}
      />
    </ModalForm>
  )
}

/** A missing bucket counts as deleted. */
async function removeBucket(bucket: string): Promise<void> {
  try {
    await call(deleteBucket, { params: { bucket } })
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'NoSuchBucket') throw error
  }
}
