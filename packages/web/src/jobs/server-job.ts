import type { JobAction, JobStatus, ServerJob } from '@cooperage/contract'
import { useCallback } from 'react'
import { useTexts } from '../messages/use-texts.ts'
import { type Progress, progressTo } from '../shared/progress.ts'
import { formatCount, formatSecond } from '../shared/text/numbers.ts'

const OPEN = new Set<JobStatus>(['queued', 'running', 'waiting', 'paused'])
const RESUMABLE = new Set<JobStatus>(['waiting', 'paused'])

/** Whether a job hasn't ended. */
export function isOpenJob({ status }: Pick<ServerJob, 'status'>): boolean {
  return OPEN.has(status)
}

export function canControl({ status }: Pick<ServerJob, 'status'>, action: JobAction): boolean {
  if (action === 'resume') return RESUMABLE.has(status)
  return OPEN.has(status) && (action === 'cancel' || status !== 'paused')
}

/** A job that is done may have left something. */
export function shownStatus({ status, failed }: Pick<ServerJob, 'status' | 'failed'>): JobStatus | 'incomplete' {
  return status === 'done' && failed > 0 ? 'incomplete' : status
}

/** How far a job is; undefined if it isn't known. */
export function progressOf({ total, done, skipped, failed, rate, ...job }: Progressing): Progress | undefined {
  return isOpenJob(job) ? progressTo(total, done + skipped + failed, rate) : undefined
}

type Progressing = Pick<ServerJob, 'status' | 'total' | 'done' | 'skipped' | 'failed' | 'rate'>

/** The folder that a copy or a move goes to. */
export function targetFolder({ items, target }: Pick<ServerJob, 'items' | 'target'>): string {
  if (items === 1 && target.endsWith('/')) return target
  // Of several items only the folder is the same.
  return target.slice(0, target.lastIndexOf('/', target.length - 2) + 1)
}

/** What a job does, in a few words. */
export function useJobTitle(): (job: ServerJob) => string {
  const t = useTexts('serverJobs')
  return useCallback(
    ({ kind, bucket, first, items: count, contents, server, target_bucket: targetBucket, target, at }) => {
      const place = `${bucket}/${first}`
      const number = formatCount(count)
      const items =
        contents === undefined
          ? t('items', { count, number, place })
          : t(contents.search === '' ? 'everything' : 'matches', { search: contents.search, place })
      const end = count === 1 ? target : targetFolder({ items: count, target })
      return t(`what.${kind}`, { items, server, target: `${targetBucket}/${end}`, moment: formatSecond(at) })
    },
    [t],
  )
}
