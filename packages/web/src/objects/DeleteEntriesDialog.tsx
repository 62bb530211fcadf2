import './detail/detail-messages.ts'
import { deleteObject } from '@cooperage/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { jobs } from '../jobs/index.ts'
import { useApiMutation } from '../shared/api/use-api.ts'
import { showNotice } from '../shared/feedback/messages.ts'
import { ModalForm } from '../shared/ModalForm.tsx'
import { formatCount } from '../shared/text/numbers.ts'
import { ObjectName } from '../shared/text/ObjectName.tsx'
import { plainName } from '../shared/text/visible-name.ts'
import classes from './DeleteEntriesDialog.module.css'
import { deletionOf, isGoneAfter } from './delete-entries.ts'
import { BypassSwitch } from './detail/BypassSwitch.tsx'
import { ConfirmWord } from './detail/ConfirmWord.tsx'
import { confirmWord } from './detail/confirm-word.ts'
import { DeleteChoice } from './detail/DeleteChoice.tsx'
import { type Entry, isFolder, leafName } from './entry.ts'
import { rowsOfFailed } from './in-parts.ts'
import { useObjectLocking, useVersioning } from './use-bucket-facts.ts'

/** Names shown before 'and n more'. */
const NAMES_SHOWN = 5

interface DeleteEntriesDialogProps {
  bucket: string
  prefix: string
  entries: readonly Entry[]
  onClose: () => void
  /** Called with a test for what is gone from the storage; without one where that is not known row by row. */
  onDeleted: (isGone?: (key: string) => boolean) => void
}

/** Asks before rows of a folder are deleted. One object goes at once, all else as a job. */
export function DeleteEntriesDialog({ bucket, prefix, entries, onClose, onDeleted }: DeleteEntriesDialogProps) {
  const { t } = useTranslation(['objects', 'objectDetail', 'shared'])
  const versioning = useVersioning(bucket)
  // Who may not ask is not offered what they could not choose from.
  const isVersioned = (versioning?.status ?? '') !== ''
  const canBeKept = useObjectLocking(bucket, isVersioned)
  const [chosen, setChosen] = useState<'marker' | 'all'>('marker')
  const [typed, setTyped] = useState('')
  const [bypass, setBypass] = useState(false)
  const allVersions = isVersioned && chosen === 'all'
  const [first] = entries
  const only = entries.length === 1 ? first : undefined
  const name = only ? plainName(leafName(only.key, prefix)) : ''
  const place = plainName(prefix === '' ? bucket : `${bucket}/${prefix.slice(0, -1)}`)
  const number = formatCount(entries.length)
  const keys = entries.map(({ key }) => key)
  const word = confirmWord(only ? leafName(only.key, prefix) : '')
  const finished = only ? t('deletion.deleted', { name }) : t('deletion.deletedMany')

  const removeOne = useApiMutation(deleteObject, {
    onSuccess: () => {
      showNotice(finished)
      onDeleted(isGoneAfter(keys, []))
      onClose()
    },
  })
  const how = { allVersions, bypass: allVersions && bypass }
  const submit = () => {
    if (only && !isFolder(only) && !allVersions) {
      return removeOne.mutate({ params: { bucket }, query: { path: only.key } })
    }
    jobs.start({
      title: only ? t('deletion.job', { name }) : t('deletion.jobMany', { number, place }),
      progress: (done) => t('deletion.progress', { count: done, number: formatCount(done) }),
      work: deletionOf(bucket, entries, how),
      again: (failed) => deletionOf(bucket, rowsOfFailed(failed), how),
      onEnd: (failed, failedCount) => {
        if (failedCount === 0) showNotice(finished)
        onDeleted(failedCount === failed.length ? isGoneAfter(keys, failed) : undefined)
      },
    })
    onClose()
  }

  const title = only ? t('deletion.title', { name }) : t('deletion.manyTitle', { number, place })
  return (
    <ModalForm
      title={title}
      onClose={onClose}
      onSubmit={submit}
      submitLabel={t('shared:delete')}
      isPending={removeOne.isPending}
      disabledReason={allVersions && typed !== word ? t('objectDetail:deletion.typedMissing') : undefined}
      error={removeOne.error}
      isDestructive
    >
      {only ? (
        <p>{t(isFolder(only) ? 'deletion.folderNote' : 'deletion.objectNote')}</p>
      ) : (
        <NamesOf entries={entries} prefix={prefix} />
      )}
      {isVersioned ? (
        <DeleteChoice
          offered={['marker', 'all']}
          chosen={chosen}
          onChange={(choice) => setChosen(choice === 'all' ? 'all' : 'marker')}
          hints={{
            marker: t(versioning?.status === 'Suspended' ? 'deletion.suspendedHint' : 'deletion.markersHint'),
            version: '',
            all: t('deletion.allVersionsHint'),
          }}
          problem={undefined}
        />
      ) : (
        <p className={classes.note}>{t(versioning ? 'deletion.irreversible' : 'deletion.irreversibleUnless')}</p>
      )}
      {allVersions && canBeKept && <BypassSwitch bucket={bucket} checked={bypass} onChange={setBypass} />}
      {allVersions && <ConfirmWord word={word} typed={typed} onChange={setTyped} />}
    </ModalForm>
  )
}

function NamesOf({ entries, prefix }: { entries: readonly Entry[]; prefix: string }) {
  const { t } = useTranslation('objects')
  return (
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
  )
}
