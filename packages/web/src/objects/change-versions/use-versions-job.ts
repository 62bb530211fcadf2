import '../../messages/en/change-versions.ts'
import { changeVersions, getObjectDetails } from '@cooperage/contract'
import { jobs } from '../../jobs/index.ts'
import { useServerJob } from '../../jobs/use-server-job.tsx'
import { useTexts } from '../../messages/use-texts.ts'
import { call } from '../../shared/api/call.ts'
import { useInvalidate } from '../../shared/api/use-api.ts'
import { showNotice } from '../../shared/feedback/messages.ts'
import { formatCount } from '../../shared/text/numbers.ts'
import { plainName } from '../../shared/text/visible-name.ts'
import { notifyChange } from '../changes.ts'
import { type Entry, leafName, placeOf } from '../entry.ts'
import { rowsOfFailed } from '../in-batches.ts'
import { jobPaths } from '../job-rows.ts'
import { inBatchesOf, type Rows } from './in-batches-of.ts'
import type { Change, DryRun } from './use-dry-run.ts'

export interface VersionsDialogProps {
  bucket: string
  /** The prefix of the folder that shows the entries. */
  prefix: string
  /** The selection; empty for the folder itself with everything in it. */
  entries: readonly Pick<Entry, 'key'>[]
  onClose: () => void
}

interface VersionsJob {
  title: string
  /** The notice at the end. */
  done: string
}

/** What a dialog is about, in words and as rows, and the job that does it. */
export function useVersionsJob(kind: Change['kind'], { bucket, prefix, entries, onClose }: VersionsDialogProps) {
  const t = useTexts('changeVersions')
  const invalidate = useInvalidate()
  const [first] = entries
  const place = placeOf(bucket, prefix)
  const folder = prefix === '' ? 'bucket' : [{ key: prefix }]
  const rows: Rows = first === undefined ? folder : entries
  const many = t('many', { count: entries.length, number: formatCount(entries.length), place })
  const only = entries.length === 1 && first ? plainName(leafName(first.key, prefix)) : undefined
  const name = first === undefined ? place : (only ?? many)

  const server = useServerJob({ kind, items: entries.length }, onClose)

  const start = (change: Change, { asOf, copied, marked, removed }: DryRun, { title, done }: VersionsJob) => {
    if (server.isChosen) {
      const paths = first === undefined ? [{ path: prefix, recursive: true }] : jobPaths(entries, { prefix })
      return server.start({ ...change, bucket, paths, as_of: asOf, expected: copied + marked + removed })
    }
    const workOn = (of: Rows) =>
      inBatchesOf(of, async (paths, after, signal) => {
        const body = { paths, change, as_of: asOf }
        const part = await call(changeVersions, { params: { bucket }, query: { after }, body }, signal)
        const { failed, alsoFailed, next } = part
        return { done: part.copied + part.marked + part.removed, failed, alsoFailed, next }
      })
    const refresh = () => {
      notifyChange({ bucket, touched: rows === 'bucket' ? [''] : rows.map(({ key }) => key) })
      // Not awaited: a part that can't be loaded says so in its own place.
      void invalidate(getObjectDetails)
    }
    jobs.start({
      title,
      progress: (count) => t('progress', { count, number: formatCount(count) }),
      total: copied + marked + removed,
      work: workOn(rows),
      // Without a key, the whole of it failed.
      again: (failed) => workOn(failed.some(({ path }) => path === '') ? rows : rowsOfFailed(failed)),
      onRest: refresh,
      onEnd: (_failed, failedCount) => {
        if (failedCount === 0) showNotice(done)
        refresh()
      },
    })
    onClose()
  }
  return { name, rows, start, server }
}
