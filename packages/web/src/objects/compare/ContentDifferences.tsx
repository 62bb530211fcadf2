import { downloadObject } from '@cooperage/contract'
import { useMediaQuery } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useTexts } from '../../messages/use-texts.ts'
import type { ApiError } from '../../shared/api/api-error.ts'
import { callForBytes } from '../../shared/api/call.ts'
import layout from '../../shared/layout.module.css'
import { LineDiff } from '../../shared/line-diff/LineDiff.tsx'
import { addressOf, type ObjectRef } from '../detail/object-ref.ts'
import { BothVersions } from './BothVersions.tsx'
import { SideBySide } from './SideBySide.tsx'
import { COMPARED_BYTES, textOf } from './text-of.ts'

interface ContentDifferencesProps {
  before: ObjectRef
  after: ObjectRef
  /** In bytes, of both. */
  sizes: readonly [number, number]
  etags: readonly [string, string]
}

/** The first MiB of both versions, if that is text; on a phone one column, with the removed and added lines. */
export function ContentDifferences({ before, after, sizes, etags }: ContentDifferencesProps) {
  const t = useTexts('compare')
  const isNarrow = useMediaQuery('(max-width: 640px)')
  const left = useStart(before, sizes[0])
  const right = useStart(after, sizes[1])
  return (
    <BothVersions before={left} after={right}>
      {(beforeStart, afterStart) => {
        const [older, newer] = [textOf(beforeStart), textOf(afterStart)]
        const isCut = sizes.some((size) => size > COMPARED_BYTES)
        if (older === undefined || newer === undefined) {
          const isSameETag = etags[0] === etags[1]
          const verdict = sizes[0] !== sizes[1] ? t('otherSize') : t(isSameETag ? 'sameETag' : 'otherETag')
          return <p className={layout.note}>{t('noText', { verdict })}</p>
        }
        if (older === newer) return <p className={layout.note}>{t(isCut ? 'sameStart' : 'same')}</p>
        const Differences = isNarrow ? LineDiff : SideBySide
        return (
          <>
            <Differences label={t('content')} before={older} after={newer} />
            {isCut && <p className={layout.note}>{t('start')}</p>}
          </>
        )
      }}
    </BothVersions>
  )
}

/** The first bytes of a version. A version never changes. */
function useStart(object: ObjectRef, size: number) {
  return useQuery<Uint8Array, ApiError>({
    queryKey: ['objects.start', object],
    // An empty object has no first byte to request.
    queryFn: async ({ signal }) =>
      size === 0
        ? new Uint8Array()
        : new Uint8Array(
            await (await callForBytes(downloadObject, addressOf(object), signal, COMPARED_BYTES)).arrayBuffer(),
          ),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
}
