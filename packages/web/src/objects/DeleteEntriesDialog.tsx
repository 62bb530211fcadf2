import { deleteObject, deleteObjects } from '@cooperage/contract'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { ApiError } from '../shared/api/api-error.ts'
import { call } from '../shared/api/call.ts'
import { ConfirmDialog } from '../shared/ConfirmDialog.tsx'
import { showError, showNotice } from '../shared/feedback/messages.ts'
import { formatCount } from '../shared/text/numbers.ts'
import { ObjectName } from '../shared/text/ObjectName.tsx'
import { plainName } from '../shared/text/visible-name.ts'
import classes from './DeleteEntriesDialog.module.css'
import { type Entry, isFolder, leafName } from './entry.ts'

/** Names shown before 'and n more'. */
const NAMES_SHOWN = 5
/** Entries of one call at most; the contract's limit. */
const CALL_LIMIT = 10_000

interface DeleteEntriesDialogProps {
  bucket: string
  prefix: string
  entries: readonly Entry[]
  onClose: () => void
  /** Called with a test for what is gone from the storage. */
  onDeleted: (isGone: (key: string) => boolean) => void
}

interface Outcome {
  failed: { path: string; message: string }[]
  /** With those that no answer names. */
  failedCount: number
}

export function DeleteEntriesDialog({ bucket, prefix, entries, onClose, onDeleted }: DeleteEntriesDialogProps) {
  const { t } = useTranslation(['objects', 'shared'])
  const [first] = entries
  const only = entries.length === 1 ? first : undefined
  const name = only ? leafName(only.key, prefix) : ''

  const remove = useMutation<Outcome, ApiError>({
    mutationFn: () => deleteEntries(bucket, entries),
    onSuccess: ({ failed, failedCount }) => {
      const asked = new Set(entries.map((entry) => entry.key))
      // A failure inside a folder means that the folder still is.
      const isKept = (key: string) =>
        failed.some(({ path }) => path === key || (key.endsWith('/') && path.startsWith(key)))
      onDeleted((key) => asked.has(key) && !isKept(key))
      if (failedCount > 0) {
        showError({
          message: t('deletion.partlyFailed', { count: failedCount, number: formatCount(failedCount) }),
          detailedMessage: failed
            .slice(0, NAMES_SHOWN)
            .map(({ path, message }) => `${plainName(path)}: ${plainName(message)}`)
            .join('\n'),
        })
      } else {
        showNotice(only ? t('deletion.deleted', { name: plainName(name) }) : t('deletion.deletedMany'))
      }
      onClose()
    },
  })

  const place = plainName(prefix === '' ? bucket : `${bucket}/${prefix.slice(0, -1)}`)
  return (
    <ConfirmDialog
      title={
        only
          ? t('deletion.title', { name: plainName(name) })
          : t('deletion.manyTitle', { number: formatCount(entries.length), place })
      }
      confirmLabel={t('shared:delete')}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
      isPending={remove.isPending}
      error={remove.error}
    >
      {only ? (
        <p>{t(isFolder(only) ? 'deletion.folderNote' : 'deletion.objectNote')}</p>
      ) : (
        <>
          <ul className={classes.names}>
            {entries.slice(0, NAMES_SHOWN).map((entry) => (
              <li key={entry.key}>
                <ObjectName name={leafName(entry.key, prefix) + (isFolder(entry) ? '/' : '')} />
              </li>
            ))}
            {entries.length > NAMES_SHOWN && (
              <li>{t('deletion.andMore', { number: formatCount(entries.length - NAMES_SHOWN) })}</li>
            )}
          </ul>
          <p>{t(entries.some(isFolder) ? 'deletion.manyNote' : 'deletion.manyObjectsNote')}</p>
        </>
      )}
      <p className={classes.note}>{t('deletion.irreversible')}</p>
    </ConfirmDialog>
  )
}

async function deleteEntries(bucket: string, entries: readonly Entry[]): Promise<Outcome> {
  const [first] = entries
  if (entries.length === 1 && first) {
    await call(deleteObject, { params: { bucket }, query: { path: first.key, recursive: isFolder(first) } })
    return { failed: [], failedCount: 0 }
  }
  const outcome: Outcome = { failed: [], failedCount: 0 }
  for (let at = 0; at < entries.length; at += CALL_LIMIT) {
    const body = entries.slice(at, at + CALL_LIMIT).map((entry) => ({ path: entry.key, recursive: isFolder(entry) }))
    const answer = await call(deleteObjects, { params: { bucket }, body })
    outcome.failed.push(...answer.failed)
    outcome.failedCount += answer.failed.length + answer.alsoFailed
  }
  return outcome
}
