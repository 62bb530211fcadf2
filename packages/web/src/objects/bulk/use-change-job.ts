import '../../messages/en/bulk.ts'
import { changeObjects, type FolderContents, getObjectDetails, type ObjectsChange } from '@cooperage/contract'
import { jobs } from '../../jobs/index.ts'
import { type ServerJobChoice, useServerJob } from '../../jobs/use-server-job.tsx'
import { useTexts } from '../../messages/use-texts.ts'
import { call } from '../../shared/api/call.ts'
import { useInvalidate } from '../../shared/api/use-api.ts'
import { showNotice } from '../../shared/feedback/messages.ts'
import { formatCount } from '../../shared/text/numbers.ts'
import { plainName } from '../../shared/text/visible-name.ts'
import { amountOf } from '../count-rows.ts'
import { type Entry, leafName, placeOf } from '../entry.ts'
import { inBatches, rowsOfFailed } from '../in-batches.ts'
import { jobPaths } from '../job-rows.ts'

export interface BulkDialogProps {
  bucket: string
  /** The prefix of the folder that shows the entries. */
  prefix: string
  entries: readonly Entry[]
  /** What the list shows, if all of it is selected. */
  contents: FolderContents | undefined
  onClose: () => void
}

export type ChangeKind = 'tags' | 'retention' | 'legalHold'

/** The title of a dialog about the selection, and the job that changes it, so that the dialog closes immediately. */
export function useChangeJob(
  kind: ChangeKind,
  { bucket, prefix, entries, contents, onClose }: BulkDialogProps,
): { name: string; start: (change: ObjectsChange) => void; server: ServerJobChoice } {
  const t = useTexts('bulk')
  const invalidate = useInvalidate()
  const [first] = entries
  const place = placeOf(bucket, prefix)
  const name =
    entries.length === 1 && first
      ? plainName(leafName(first.key, prefix))
      : t('many', { count: entries.length, number: formatCount(entries.length), place })

  const workOn = (rows: readonly Pick<Entry, 'key'>[], change: ObjectsChange) =>
    inBatches(rows, async (paths, after, signal) => {
      const input = { params: { bucket }, query: { after }, body: { paths, change } }
      const { changed, failed, alsoFailed, next } = await call(changeObjects, input, signal)
      return { done: changed, failed, alsoFailed, next }
    })

  // Not awaited: a part that can't be loaded says so in its own place.
  const refresh = () => void invalidate(getObjectDetails)
  const server = useServerJob({ kind: 'change', items: entries.length, isFound: contents !== undefined }, onClose)
  const start = (change: ObjectsChange) => {
    if (server.isChosen) {
      const paths = jobPaths(entries, { prefix, contents })
      return server.start({ kind: 'change', bucket, paths, change })
    }
    jobs.start({
      title: t(`${kind}.job`, { name }),
      progress: (done) => t('progress', { count: done, number: formatCount(done) }),
      ...amountOf(bucket, entries),
      work: workOn(entries, change),
      again: (failed) => workOn(rowsOfFailed(failed), change),
      onRest: refresh,
      onEnd: (_failed, failedCount) => {
        if (failedCount === 0) showNotice(t(`${kind}.done`, { name }))
        refresh()
      },
    })
    onClose()
  }
  return { name, start, server }
}
