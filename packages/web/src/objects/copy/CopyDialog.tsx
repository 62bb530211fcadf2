import layout from '../../shared/layout.module.css'
import '../../messages/en/copying.ts'
import type { FolderContents } from '@cooperage/contract'
import { useState } from 'react'
import { useJobToServer } from '../../jobs/use-job-to-server.ts'
import { useServerJob } from '../../jobs/use-server-job.tsx'
import { useTexts } from '../../messages/use-texts.ts'
import { PlaceOn, ServerSelect } from '../../servers/index.ts'
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

/** Copies or moves the selection to a folder of any bucket, here or on another storage server. */
export function CopyDialog(props: CopyDialogProps) {
  const { kind, bucket, prefix, entries, contents, onClose, onArrived } = props
  const t = useTexts('copying')
  const [server, setServer] = useState('')
  const [to, setTo] = useState<Destination>({ bucket, path: prefix })
  const isAcross = server !== ''
  const chooseServer = (name: string) => {
    setServer(name)
    setTo({ bucket: name === '' ? bucket : '', path: prefix })
  }
  const [existing, setExisting] = useState<Existing>('skip')
  const versioning = useVersioning(bucket)
  const { writeObject: writeDenied } = useDenied(isAcross ? '' : to.bucket, 'writeObject')

  const folder = folderOfPath(to.path)
  const keys = entries.map(({ key }) => key)
  const units = unitsInto(keys, prefix, folder)
  const problem = destinationProblem(units, !isAcross && to.bucket === bucket, folder)
  const problemText = () => {
    if (problem === undefined) return undefined
    return problem.kind === 'name' ? t('to.problem', { reason: problem.reason }) : t(`to.${problem.kind}`)
  }
  const conflicts = useNameConflicts(to, units, !isAcross)
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
  const isEndless = contents?.deep === true && !isAcross && to.bucket === bucket && folder.startsWith(prefix)
  const isFound = contents !== undefined && !isEndless
  const inConsole = useServerJob({ kind, items: entries.length, isFound }, onClose)
  const across = useJobToServer(onClose)
  const jobRows = () => jobUnits(units, folder, { prefix, contents })
  const startInConsole = () => inConsole.start({ kind, bucket, target_bucket: to.bucket, units: jobRows(), existing })
  const startAcross = () => {
    const job = {
      kind: `${kind}ToServer` as const,
      bucket,
      server,
      target_bucket: to.bucket,
      units: jobRows(),
      existing,
    }
    across.mutate({ job, prefix: folder })
  }
  return (
    <ModalForm
      title={only ? t(`${kind}.title`, { name }) : t(`${kind}.manyTitle`, { number, place })}
      onClose={onClose}
      onSubmit={isAcross ? startAcross : inConsole.isChosen ? startInConsole : copy.start}
      submitLabel={t(`${kind}.submit`)}
      call={{
        isPending: copy.isPending || inConsole.isPending || across.isPending,
        error: isAcross ? across.error : (copy.error ?? inConsole.error),
      }}
      disabledReason={problemText() ?? (isAcross && to.bucket === '' ? t('to.noBucket') : writeDenied)}
    >
      <ServerSelect value={server} onChange={chooseServer} />
      {isAcross ? (
        <PlaceOn
          server={server}
          bucket={to.bucket}
          onBucket={(name) => setTo({ ...to, bucket: name })}
          folder={to.path}
          onFolder={(path) => setTo({ ...to, path })}
          problem={problemText()}
        />
      ) : (
        <FolderChooser value={to} onChange={setTo} problem={problem?.kind === 'same' ? undefined : problemText()} />
      )}
      <ExistingChoice
        chosen={existing}
        onChange={setExisting}
        conflictText={
          conflicts > 0 && problem === undefined
            ? t('existing.taken', { count: conflicts, number: formatCount(conflicts) })
            : undefined
        }
      />
      {!isAcross && (only === undefined || isFolder(only)) && inConsole.field}
      <p className={layout.note}>{t(isAcross ? `${kind}.noteAcross` : `${kind}.note`)}</p>
      {kind === 'move' && (versioning?.status ?? '') !== '' && <p className={layout.note}>{t('move.markers')}</p>}
    </ModalForm>
  )
}
