import { changeVersions, type RouteBody, type RouteResponse } from '@cooperage/contract'
import { useEffect, useState } from 'react'
import { ApiError } from '../../shared/api/api-error.ts'
import { call } from '../../shared/api/call.ts'
import { inBatchesOf, type Rows } from './in-batches-of.ts'

export type Change = RouteBody<typeof changeVersions>['change']

export type Planned = RouteResponse<typeof changeVersions>['planned'][number]

/** Names that a dialog lists; the others are counted. */
const SHOWN_NAMES = 200

/** What a change would do, counted so far. */
export interface DryRun {
  /** When the count began; a change as of that time does what was counted. '' at the beginning. */
  asOf: string
  copied: number
  marked: number
  removed: number
  objects: number
  bytes: number
  unchanged: number
  newer: number
  refused: number
  /** Failures, `refused` included, and one of them. */
  failed: number
  example: string
  /** The first objects that it would change. */
  planned: readonly Planned[]
  isComplete: boolean
  error: ApiError | null
}

const START: DryRun = {
  asOf: '',
  ...{ copied: 0, marked: 0, removed: 0, objects: 0, bytes: 0, unchanged: 0, newer: 0, refused: 0, failed: 0 },
  example: '',
  planned: [],
  isComplete: false,
  error: null,
}

/** Fields that can still change are typed to their end first. */
const TYPING_MS = 300

/** Counts what a change of rows would do, call by call, until the dialog closes; undefined: nothing to count yet. */
export function useDryRun(bucket: string, rows: Rows, change: Change | undefined) {
  const wanted = change && JSON.stringify(change)
  const [state, setState] = useState({ of: wanted, counts: START })
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt counts again, and the rows of a dialog are always the same.
  useEffect(() => {
    if (wanted === undefined) return
    const controller = new AbortController()
    setState({ of: wanted, counts: START })
    const timer = setTimeout(
      () =>
        void count(bucket, rows, JSON.parse(wanted) as Change, controller.signal, (counts) =>
          setState({ of: wanted, counts }),
        ),
      TYPING_MS,
    )
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [bucket, wanted, attempt])
  return { counts: state.of === wanted ? state.counts : START, again: () => setAttempt((before) => before + 1) }
}

async function count(
  bucket: string,
  rows: Rows,
  change: Change,
  signal: AbortSignal,
  onCounts: (counts: DryRun) => void,
): Promise<void> {
  let sum = START
  const work = inBatchesOf(rows, async (paths, after, aborted) => {
    const body = { paths, change, dry_run: true, ...(sum.asOf !== '' && { as_of: sum.asOf }) }
    const part = await call(changeVersions, { params: { bucket }, query: { after }, body }, aborted)
    sum = sumWith(sum, part)
    return { done: part.objects, failed: part.failed, alsoFailed: part.alsoFailed, next: part.next }
  })
  try {
    for (let after: string | undefined = ''; after !== undefined; ) {
      after = (await work(after, signal)).next
      onCounts({ ...sum, isComplete: after === undefined })
    }
  } catch (error) {
    if (signal.aborted) return
    if (!(error instanceof ApiError)) throw error
    onCounts({ ...sum, error })
  }
}

type Part = Awaited<ReturnType<typeof call<typeof changeVersions>>>

function sumWith(sum: DryRun, part: Part): DryRun {
  return {
    ...sum,
    asOf: sum.asOf || part.as_of,
    copied: sum.copied + part.copied,
    marked: sum.marked + part.marked,
    removed: sum.removed + part.removed,
    objects: sum.objects + part.objects,
    bytes: sum.bytes + part.bytes,
    unchanged: sum.unchanged + part.unchanged,
    newer: sum.newer + part.newer,
    refused: sum.refused + part.refused,
    failed: sum.failed + part.failed.length + part.alsoFailed,
    planned: [...sum.planned, ...part.planned].slice(0, SHOWN_NAMES),
    example: sum.example || (part.failed[0]?.message ?? ''),
  }
}
