import { useCallback, useEffect, useRef, useState } from 'react'
import { useTexts } from '../../messages/use-texts.ts'
import { ApiError } from '../../shared/api/api-error.ts'
import { csvOf } from '../../shared/csv.ts'
import {
  compareListings,
  DIFFERENCES,
  type Difference,
  type DifferenceKind,
  type Listed,
  UnsortedListing,
} from './compare-listings.ts'
import { detailsAt, type Place, pagesOf } from './read-side.ts'

/** Of each kind in the table. The file has all. */
export const SHOWN = 1_000

export interface Comparison {
  status: 'idle' | 'running' | 'done' | 'stopped' | 'failed'
  counts: Record<DifferenceKind | 'equal', number>
  rows: readonly Difference[]
  error: string
  /** In milliseconds since 1970. */
  startedAt: number
  here?: Place
  there?: Place
}

const NOTHING = Object.fromEntries([...DIFFERENCES, 'equal'].map((kind) => [kind, 0])) as Comparison['counts']
const IDLE: Comparison = { status: 'idle', counts: NOTHING, rows: [], error: '', startedAt: 0 }
const HEADER = ['difference', 'key', 'size here', 'ETag here', 'size there', 'ETag there'] as const

/** Compares two places. The page keeps the differences as the lines of a file, and some of them as rows. */
export function useComparison() {
  const t = useTexts('compareBuckets')
  const [comparison, setComparison] = useState(IDLE)
  const running = useRef<AbortController>(undefined)
  const lines = useRef<Blob[]>([])
  useEffect(() => () => running.current?.abort(), [])

  const start = useCallback(
    async (here: Place, there: Place) => {
      running.current?.abort()
      const controller = new AbortController()
      const { signal } = controller
      running.current = controller
      lines.current = [new Blob([csvOf(HEADER, [])])]
      let now: Comparison = { ...IDLE, status: 'running', startedAt: Date.now(), here, there }
      const show = (change: Partial<Comparison>) => {
        now = { ...now, ...change }
        setComparison(now)
      }
      show({})
      try {
        const details = (name: string) => Promise.all([detailsAt(here, name, signal), detailsAt(there, name, signal)])
        for await (const part of compareListings(pagesOf(here, signal), pagesOf(there, signal), details)) {
          if (signal.aborted) return
          const counts = { ...now.counts, equal: now.counts.equal + part.equal }
          const rows = part.differences.filter(({ kind }) => {
            counts[kind] += 1
            return counts[kind] <= SHOWN
          })
          if (part.differences.length > 0) lines.current.push(new Blob([linesOf(part.differences)]))
          show({ counts, rows: rows.length > 0 ? [...now.rows, ...rows] : now.rows })
        }
        show({ status: 'done' })
      } catch (error) {
        if (signal.aborted) return
        if (error instanceof UnsortedListing) return show({ status: 'failed', error: t('unsorted') })
        if (!(error instanceof ApiError)) throw error
        show({ status: 'failed', error: error.message })
      }
    },
    [t],
  )
  const stop = useCallback(() => {
    running.current?.abort()
    setComparison((before) => ({ ...before, status: 'stopped' }))
  }, [])
  const file = useCallback(() => new Blob(lines.current, { type: 'text/csv' }), [])
  return { comparison, start, stop, file }
}

function linesOf(differences: readonly Difference[]): string {
  const side = (one: Listed | undefined) => [one?.size, one?.etag]
  const rows = differences.map(({ kind, name, here, there }) => [kind, name, ...side(here), ...side(there)])
  return csvOf(HEADER, rows).slice(csvOf(HEADER, []).length)
}
