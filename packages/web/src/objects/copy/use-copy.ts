import { copyObjects, getObjectDetails } from '@cooperage/contract'
import { useEffect, useRef } from 'react'
import { jobs } from '../../jobs/index.ts'
import { useTexts } from '../../messages/use-texts.ts'
import type { ApiError } from '../../shared/api/api-error.ts'
import { failureReason } from '../../shared/api/api-error.ts'
import { useApiMutation, useInvalidate } from '../../shared/api/use-api.ts'
import { showError, showNotice } from '../../shared/feedback/messages.ts'
import { formatCount } from '../../shared/text/numbers.ts'
import { sentences } from '../../shared/text/sentences.ts'
import { amountOf } from '../count-rows.ts'
import { type CopyRequest, CopyWork } from './copy-work.ts'
import { notifyCopied, notifyTouched } from './notify-copied.ts'

/** Up to this size the dialog waits for a single object. */
const AT_ONCE_BYTES = 64 * 1024 * 1024

interface Copying {
  request: CopyRequest
  /** The size of a single entry. */
  size: number | undefined
  /** The title of the job. */
  title: string
  /** The notice at the end; '' for none. */
  done: (copied: number, failed: number) => string
  onClose: () => void
  /** Called after a single object was copied in the dialog, with its new location. */
  onArrived: ((bucket: string, key: string) => void) | undefined
}

/** Copies a single small object immediately, and anything else as a job. */
export function useCopy(of: Copying): { start: () => void; isPending: boolean; error: ApiError | null } {
  const { request, size, title, done, onClose, onArrived } = of
  const t = useTexts('copying')
  const invalidate = useInvalidate()
  const isClosed = useClosed()
  const notify = (copied: number, skipped: number, failed: number) => {
    const left = skipped > 0 ? t('skipped', { count: skipped, number: formatCount(skipped) }) : ''
    const text = sentences([copied > 0 ? done(copied, failed) : '', left].filter((part) => part !== ''))
    if (text !== '') showNotice(text)
  }
  const one = useApiMutation(copyObjects, {
    onSuccess: ({ copied, skipped, target, failed }) => {
      const [failure] = failed
      if (failure) showError({ message: t('stays', { message: failureReason(failure) }), detailedMessage: '' })
      notify(copied, skipped, failed.length)
      notifyCopied(request, { skipped, failed, failedCount: failed.length })
      // After closing the dialog the user is elsewhere: navigating now would be a surprise.
      if (isClosed.current) return void invalidate(getObjectDetails)
      onClose()
      if (target !== '' && failure === undefined) onArrived?.(request.targetBucket, target)
    },
  })
  const start = () => {
    const { bucket, targetBucket, units, versionId, move, existing } = request
    const [first] = units
    if (units.length === 1 && first && !first.source.endsWith('/') && (size ?? 0) <= AT_ONCE_BYTES) {
      const body = { ...first, version_id: versionId, target_bucket: targetBucket, move, existing }
      return one.mutate({ params: { bucket }, body })
    }
    const work = new CopyWork(request)
    jobs.start({
      title,
      // The job counts everything it has done in all its attempts.
      progress: () => {
        const { copied: count } = work
        return t(`${move ? 'move' : 'copy'}.progress`, { count, number: formatCount(count) })
      },
      ...amountOf(
        bucket,
        units.map(({ source: key }) => ({ key })),
      ),
      work: work.part,
      onRest: () => notifyTouched(request),
      onEnd: (failed, failedCount) => {
        notify(work.copied, work.skipped, failedCount)
        notifyCopied(request, { skipped: work.skipped, failed, failedCount })
        // Not awaited: a part that can't be loaded says so in its own place.
        void invalidate(getObjectDetails)
      },
    })
    onClose()
  }
  return { start, isPending: one.isPending, error: one.error }
}

/** Whether the dialog is unmounted. */
function useClosed(): { readonly current: boolean } {
  const isClosed = useRef(false)
  useEffect(() => {
    isClosed.current = false
    return () => {
      isClosed.current = true
    }
  }, [])
  return isClosed
}
