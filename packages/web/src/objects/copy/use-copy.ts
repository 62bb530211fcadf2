import { copyObjects } from '@cooperage/contract'
import { useTranslation } from 'react-i18next'
import { jobs } from '../../jobs/index.ts'
import type { ApiError } from '../../shared/api/api-error.ts'
import { useApiMutation } from '../../shared/api/use-api.ts'
import { showNotice } from '../../shared/feedback/messages.ts'
import { formatCount } from '../../shared/text/numbers.ts'
import { type CopyWish, CopyWork } from './copy-work.ts'
import { tellCopied, tellTouched } from './tell-copied.ts'

/** One object up to this size is waited for in the dialog. */
const AT_ONCE_BYTES = 64 * 1024 * 1024

interface Copying {
  kind: 'copy' | 'move'
  wish: CopyWish
  /** Of a single entry. */
  size: number | undefined
  /** Of the job. */
  title: string
  /** Where it goes, in words. */
  place: string
  onClose: () => void
  /** Called where one object was waited for, with its new place. */
  onArrived: ((bucket: string, key: string) => void) | undefined
}

/** Copies one small object at once, and all else as a job. */
export function useCopy(of: Copying): { start: () => void; isPending: boolean; error: ApiError | null } {
  const { kind, wish, size, title, place, onClose, onArrived } = of
  const { t } = useTranslation('copying')
  const tell = (copied: number, skipped: number) => {
    const done = copied > 0 ? [t(`${kind}.done`, { count: copied, number: formatCount(copied), place })] : []
    const left = skipped > 0 ? [t('skipped', { count: skipped, number: formatCount(skipped) })] : []
    if (copied + skipped > 0) showNotice([...done, ...left].join(' '))
  }
  const one = useApiMutation(copyObjects, {
    onSuccess: ({ copied, skipped, target }) => {
      tell(copied, skipped)
      onClose()
      tellCopied(wish, { skipped, failed: [], failedCount: 0 })
      if (target !== '') onArrived?.(wish.targetBucket, target)
    },
  })
  const start = () => {
    const { bucket, targetBucket, units, move, existing } = wish
    const [first] = units
    if (units.length === 1 && first && !first.source.endsWith('/') && (size ?? 0) <= AT_ONCE_BYTES) {
      return one.mutate({ params: { bucket }, body: { ...first, target_bucket: targetBucket, move, existing } })
    }
    const work = new CopyWork(wish)
    jobs.start({
      title,
      // The work counts what it has done at all its tries.
      progress: () => t(`${kind}.progress`, { count: work.copied, number: formatCount(work.copied) }),
      work: work.part,
      onRest: () => tellTouched(wish),
      onEnd: (failed, failedCount) => {
        tell(work.copied, work.skipped)
        tellCopied(wish, { skipped: work.skipped, failed, failedCount })
      },
    })
    onClose()
  }
  return { start, isPending: one.isPending, error: one.error }
}
