import layout from '../../shared/layout.module.css'
import '../../messages/en/copying.ts'
import type { FolderContents } from '@cooperage/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useServerJob } from '../../jobs/use-server-job.tsx'
import { ModalForm } from '../../shared/ModalForm.tsx'
import { formatCount } from '../../shared/text/numbers.ts'
import { plainName } from '../../shared/text/visible-name.ts'
import { type Entry, isFolder, leafName, placeOf } from '../entry.ts'
import { useDenied } from '../index.ts'
import { jobUnits } from '../job-rows.ts'
import { useVersioning } from '../use-bucket-facts.ts'
import { type Destination, destinationProblem, folderOfPath, unitsInto } from './destination.ts'
import { type Existing, ExistingChoice } from './ExistingChoice.tsx'
import { FolderChooser } from './FolderChooser.tsx'
import { useCopy } from './use-copy.ts'
import { useNameConflicts } from './use-name-conflicts.ts'

interface CopyDialogProps {
  kind: 'copy' | 'move'
  bucket: string
  /** The prefix of the folder that shows the entries. */
  prefix: string
  entries: readonly Entry[]
  /** What the list shows, if all of it is selected. */
  contents?: FolderContents | undefined
  onClose: () => void
  /** Called after a single object was copied in the dialog, with its new location. */
  onArrived?: ((bucket: string, key: string) => void) | undefined
}

/** Copies or moves the selection to a folder of any bucket. */
export function CopyDialog(props: CopyDialogProps) {
  const { kind, bucket, prefix, entries, contents, onClose, onArrived } = props
  const { t } = useTranslation('copying')
  const [to, setTo] = useState<Destination>({ bucket, path: prefix })
  const [existing, setExisting] = useState<Existing>('skip')
  const versioning = useVersioning(bucket)
  const { writeObject: writeDenied } = useDenied(to.bucket, 'writeObject')

  const folder = folderOfPath(to.path)
  const keys = entries.map(({ key }) => key)
  const units = unitsInto(keys, prefix, folder)
  const problem = destinationProblem(units, to.bucket === bucket, folder)
  const problemText = () => {
    if (problem === undefined) return undefined
    return problem.kind === 'name' ? t('to.problem', { reason: problem.reason }) : t(`to.${problem.kind}`)
  }
  const conflicts = useNameConflicts(to, units)
  const number = formatCount(entries.length)
  const [only] = entries.length === 1 ? entries : []
  const name = only ? plainName(leafName(only.key, prefix)) : ''
  const place = placeOf(bucket, prefix)
  const end = plainName(`${to.bucket}/${folder}`.replace(/\/$/, ''))
  const copy = useCopy({
    request: { bucket, targetBucket: to.bucket, units, move: kind === 'move', existing },
    size: only?.size,
    title: only ? t(`${kind}.job`, { name }) : t(`${kind}.jobMany`, { number, place }),
    done: (count) => t(`${kind}.done`, { count, number: formatCount(count), place: end }),
    onClose,
    onArrived,
  })
  // A search at any depth would find the copies too.
  const isEndless = contents?.deep === true && to.bucket === bucket && folder.startsWith(prefix)
  const isFound = contents !== undefined && !isEndless
  const server = useServerJob({ kind, items: entries.length, isFound }, onClose)
  const startOnServer = () => {
    const jobRows = jobUnits(units, folder, { prefix, contents })
    server.start({ kind, bucket, target_bucket: to.bucket, units: jobRows, existing })
  }
  return (
    <ModalForm
      title={only ? t(`${kind}.title`, { name }) : t(`${kind}.manyTitle`, { number, place })}
      onClose={onClose}
      onSubmit={server.isChosen ? startOnServer : copy.start}
      submitLabel={t(`${kind}.submit`)}
      call={{ isPending: copy.isPending || server.isPending, error: copy.error ?? server.error }}
      disabledReason={problemText() ?? writeDenied}
    >
      <FolderChooser value={to} onChange={setTo} problem={problem?.kind === 'same' ? undefined : problemText()} />
      <ExistingChoice
        chosen={existing}
        onChange={setExisting}
        conflictText={
          conflicts > 0 && problem === undefined
            ? t('existing.taken', { count: conflicts, number: formatCount(conflicts) })
            : undefined
        }
      />
      {(only === undefined || isFolder(only)) && server.field}
      <p className={layout.note}>{t(`${kind}.note`)}</p>
      {kind === 'move' && (versioning?.status ?? '') !== '' && <p className={layout.note}>{t('move.markers')}</p>}
    </ModalForm>
  )
}
