import { deleteBucket } from '@cooperage/contract'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../shared/api/api-error.ts'
import { call } from '../shared/api/call.ts'
import { showNotice } from '../shared/feedback/messages.ts'
import { ModalForm } from '../shared/ModalForm.tsx'
import { formatCount } from '../shared/text/numbers.ts'
import classes from './DeleteBucketsDialog.module.css'
import { useBucketWrites } from './use-buckets.ts'

/** Deletions under way at once: a browser gives one host six connections, and the page wants some for itself. */
const PARALLEL = 3
/** Rows that are shown; of more, the first that failed. */
const SHOWN = 100

type Outcome = 'deleting' | 'deleted' | ApiError

interface DeleteBucketsDialogProps {
  names: readonly string[]
  onClose: () => void
  /** Called when buckets are gone. */
  onDeleted: (names: readonly string[]) => void
}

/** Deletes several buckets and says of each what became of it. What failed can be tried again. */
export function DeleteBucketsDialog({ names, onClose, onDeleted }: DeleteBucketsDialogProps) {
  const { t } = useTranslation(['buckets', 'shared'])
  // The selection changes while buckets go; the question was about these.
  const [asked] = useState(names)
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, Outcome>>(new Map())
  const [isPending, setPending] = useState(false)
  const noteWrites = useBucketWrites()

  const left = asked.filter((name) => outcomes.get(name) !== 'deleted')
  const failed = left.filter((name) => outcomes.get(name) instanceof ApiError)
  const shown = [...failed, ...asked.filter((name) => !failed.includes(name))].slice(0, SHOWN)

  const run = async () => {
    setPending(true)
    const results = await deleteAll(left, (name, outcome) => setOutcomes((known) => new Map(known).set(name, outcome)))
    const gone = left.filter((name) => results.get(name) === undefined)
    setPending(false)
    if (gone.length > 0) {
      onDeleted(gone)
      void noteWrites('deleted', gone)
    }
    if (gone.length < left.length) return
    showNotice(t('deletion.deletedMany', { count: asked.length, number: formatCount(asked.length) }))
    onClose()
  }

  return (
    <ModalForm
      title={t('deletion.titleMany', { count: asked.length, number: formatCount(asked.length) })}
      onClose={onClose}
      onSubmit={() => void run()}
      submitLabel={failed.length > 0 ? t('shared:retry') : t('shared:delete')}
      isPending={isPending}
      error={null}
      isDestructive
    >
      <p>{t('deletion.noteMany')}</p>
      <div role="status">
        {failed.length > 0 && t('deletion.failed', { count: failed.length, number: formatCount(failed.length) })}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard */}
      <ul className={classes.list} aria-label={t('deletion.list')} tabIndex={0}>
        {shown.map((name) => (
          <li key={name} className={classes.row}>
            <span className={classes.name}>{name}</span>
            <OutcomeText outcome={outcomes.get(name)} />
          </li>
        ))}
        {asked.length > shown.length && (
          <li className={classes.row}>
            {t('deletion.more', {
              count: asked.length - shown.length,
              number: formatCount(asked.length - shown.length),
            })}
          </li>
        )}
      </ul>
    </ModalForm>
  )
}

function OutcomeText({ outcome }: { outcome: Outcome | undefined }) {
  const { t } = useTranslation('buckets')
  if (outcome === undefined) return null
  if (outcome === 'deleting') return <span className={classes.muted}>{t('deletion.deleting')}</span>
  if (outcome === 'deleted') {
    return (
      <span className={classes.good}>
        <IconCheck size={16} stroke={2} aria-hidden="true" /> {t('deletion.done')}
      </span>
    )
  }
  return (
    <span className={classes.bad}>
      <IconAlertTriangle size={16} stroke={1.8} aria-hidden="true" /> {outcome.message}
    </span>
  )
}

/** Deletes the buckets, a few at a time. The failures by name; a bucket that is gone already counts as deleted. */
async function deleteAll(
  names: readonly string[],
  tell: (name: string, outcome: Outcome) => void,
): Promise<Map<string, ApiError>> {
  const failures = new Map<string, ApiError>()
  const waiting = names.values()
  const worker = async () => {
    for (const name of waiting) {
      tell(name, 'deleting')
      const failure = await failureOf(name)
      if (failure) failures.set(name, failure)
      tell(name, failure ?? 'deleted')
    }
  }
  await Promise.all(Array.from({ length: PARALLEL }, worker))
  return failures
}

async function failureOf(bucket: string): Promise<ApiError | undefined> {
  try {
    await call(deleteBucket, { params: { bucket } })
    return undefined
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return error.code === 'NoSuchBucket' ? undefined : error
  }
}
