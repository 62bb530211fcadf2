import layout from '../shared/layout.module.css'
import '../messages/en/objects.ts'
import '../messages/en/object-detail.ts'
import { deleteObject, type FolderContents } from '@cooperage/contract'
import { useState } from 'react'
import { jobs } from '../jobs/index.ts'
import { useServerJob } from '../jobs/use-server-job.tsx'
import { useTexts } from '../messages/use-texts.ts'
import { useChange } from '../shared/api/use-change.ts'
import { showNotice } from '../shared/feedback/messages.ts'
import { ModalForm } from '../shared/ModalForm.tsx'
import { formatCount } from '../shared/text/numbers.ts'
import { plainName } from '../shared/text/visible-name.ts'
import { notifyChange } from './changes.ts'
import { amountOf } from './count-rows.ts'
import { deletionOf, notifyDeleted } from './delete-entries.ts'
import { BypassSwitch } from './detail/BypassSwitch.tsx'
import { ConfirmWord } from './detail/ConfirmWord.tsx'
import { DeleteChoice } from './detail/DeleteChoice.tsx'
import { confirmWord } from './detail/deletion.ts'
import { type Entry, isFolder, leafName, placeOf } from './entry.ts'
import { rowsOfFailed } from './in-batches.ts'
import { type Permission, useDenied } from './index.ts'
import { jobPaths } from './job-rows.ts'
import { NameList } from './NameList.tsx'
import { useObjectLocking, useVersioning } from './use-bucket-facts.ts'

const NEEDED_FOR_ALL: readonly Permission[] = ['listVersions', 'deleteVersion']

interface DeleteEntriesDialogProps {
  bucket: string
  prefix: string
  entries: readonly Entry[]
  /** What the list shows, if all of it is selected. */
  contents?: FolderContents | undefined
  onClose: () => void
}

/** Confirms the deletion of rows of a folder. A single object is deleted immediately, anything else as a job. */
export function DeleteEntriesDialog({ bucket, prefix, entries, contents, onClose }: DeleteEntriesDialogProps) {
  const t = useTexts(['objects', 'objectDetail', 'shared'])
  const versioning = useVersioning(bucket)
  // Without permission to read versioning the choice isn't offered.
  const isVersioned = (versioning?.status ?? '') !== ''
  const canBeKept = useObjectLocking(bucket, isVersioned)
  const [chosen, setChosen] = useState<'marker' | 'all'>('marker')
  const [typed, setTyped] = useState('')
  const [bypass, setBypass] = useState(false)
  const denied = useDenied(bucket, ...(isVersioned ? NEEDED_FOR_ALL : []))
  const allVersions = isVersioned && chosen === 'all'
  const [first] = entries
  const only = entries.length === 1 ? first : undefined
  const name = only ? plainName(leafName(only.key, prefix)) : ''
  const place = placeOf(bucket, prefix)
  const number = formatCount(entries.length)
  const keys = entries.map(({ key }) => key)
  const word = confirmWord(only ? leafName(only.key, prefix) : '')
  const finished = only ? t('deletion.deleted', { name }) : t('deletion.deletedMany')

  const removeOne = useChange(deleteObject, {
    // The folder isn't one call, but many.
    changes: [],
    notice: finished,
    onDone: () => {
      notifyDeleted(bucket, keys, [], 0)
      onClose()
    },
  })
  const allDenied = allVersions ? (denied.listVersions ?? denied.deleteVersion) : undefined
  const how = { allVersions, bypass: allVersions && bypass }
  // A list doesn't show objects that have only old versions, and these aren't selected.
  const isFound = contents !== undefined && !allVersions
  const server = useServerJob({ kind: 'delete', items: entries.length, isFound }, onClose)
  // The dialog waits for a single object.
  const isJob = only === undefined || isFolder(only) || allVersions
  const submit = () => {
    if (only && !isJob) {
      return removeOne.mutate({ params: { bucket }, query: { path: only.key } })
    }
    if (server.isChosen) {
      const paths = jobPaths(entries, { prefix, contents })
      return server.start({ kind: 'delete', bucket, paths, all_versions: how.allVersions, bypass: how.bypass })
    }
    jobs.start({
      title: only ? t('deletion.job', { name }) : t('deletion.jobMany', { number, place }),
      progress: (done) => t('deletion.progress', { count: done, number: formatCount(done) }),
      ...amountOf(bucket, entries, allVersions),
      work: deletionOf(bucket, entries, how),
      again: (failed) => deletionOf(bucket, rowsOfFailed(failed), how),
      onRest: () => notifyChange({ bucket, touched: keys }),
      onEnd: (failed, failedCount) => {
        if (failedCount === 0) showNotice(finished)
        notifyDeleted(bucket, keys, failed, failedCount)
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
      call={{ isPending: removeOne.isPending || server.isPending, error: removeOne.error ?? server.error }}
      disabledReason={
        allDenied ?? (allVersions && typed !== word ? t('objectDetail:deletion.typedMissing') : undefined)
      }
      isDestructive
    >
      {only ? (
        <p>{t(isFolder(only) ? 'deletion.folderNote' : 'deletion.objectNote')}</p>
      ) : (
        <>
          <NameList names={entries.map(({ key }) => key.slice(prefix.length))} />
          <p>{t(entries.some(isFolder) ? 'deletion.manyNote' : 'deletion.manyObjectsNote')}</p>
        </>
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
          problem={allDenied}
        />
      ) : (
        <p className={layout.note}>{t(versioning ? 'deletion.irreversible' : 'deletion.irreversibleUnless')}</p>
      )}
      {allVersions && canBeKept && <BypassSwitch bucket={bucket} checked={bypass} onChange={setBypass} />}
      {isJob && server.field}
      {allVersions && <ConfirmWord word={word} typed={typed} onChange={setTyped} />}
    </ModalForm>
  )
}
