import '../messages/en/bucket-columns.ts'
import { BUCKET_SUMMARY_LIMIT, type BucketFact, type BucketSummary, summarizeBuckets } from '@cooperage/contract'
import type { ReactNode } from 'react'
import { textsOf, useTexts } from '../messages/use-texts.ts'
import { createBatchLoader } from '../shared/api/batch-loader.ts'
import { call } from '../shared/api/call.ts'
import layout from '../shared/layout.module.css'
import type { Column } from '../shared/table/columns.tsx'
import { FactCell } from '../shared/table/FactCell.tsx'
import { leftToRight } from '../shared/text/intl.ts'
import { formatCount, formatDate } from '../shared/text/numbers.ts'
import { comma } from '../shared/text/punctuation.ts'
import { Unknown } from '../shared/text/Unknown.tsx'
import { useExposure } from './badge/use-exposure.ts'
import type { ExposureLoader } from './badge/use-exposure-loader.ts'
import type { BucketRow } from './bucket-rows.ts'
import { grownBy, signedBytes, signOf } from './usage/growth.ts'
import type { Growth } from './usage/use-growth.ts'

interface About {
  exposures: ExposureLoader
  growth: Growth
}

type Facts = { [Fact in BucketFact]: NonNullable<BucketSummary[Fact]> }

/** Growth, and columns that are read bucket by bucket, and therefore hidden at first. */
export function moreBucketColumns({ exposures, growth }: About): Column<BucketRow>[] {
  const t = textsOf('bucketColumns')
  const none = <span className={layout.muted}>{t('none')}</span>
  return [
    ...(growth.isKept ? [growthColumn(growth)] : []),
    factColumn('versioning', t('versioning'), ({ status }) => (status === '' ? none : t(`status.${status}`))),
    factColumn('locking', t('locking'), ({ isEnabled }) => (isEnabled ? t('status.Enabled') : none)),
    factColumn('encryption', t('encryption'), ({ kind }) => (kind === '' ? none : kind)),
    {
      id: 'access',
      header: t('access'),
      width: '160px',
      onPhone: 'hidden',
      isHiddenAtFirst: true,
      cell: ({ name }) => <Access bucket={name} loader={exposures} />,
    },
  ]
}

function growthColumn({ before, failure }: Growth): Column<BucketRow> {
  const t = textsOf('bucketColumns')
  return {
    id: 'growth',
    header: t('growth'),
    width: '130px',
    // What isn't known comes after what has shrunk.
    number: (bucket) => grownBy(bucket, before)?.bytes ?? Number.MIN_SAFE_INTEGER,
    isLargestFirst: true,
    onPhone: 'hidden',
    cell: (bucket) => {
      const grown = grownBy(bucket, before)
      if (grown === undefined) {
        return <Unknown reason={failure === undefined ? t('noSample') : t('growthFailed', { message: failure })} />
      }
      const { bytes, objects, since } = grown
      const count = Math.abs(objects)
      const more = { count, number: `${signOf(objects)}${formatCount(count)}`, date: formatDate(since) }
      const explained = t('grownSince', more)
      return (
        <span title={explained}>
          {leftToRight(signedBytes(bytes))} <span className={layout.hidden}>{explained}</span>
        </span>
      )
    },
  }
}

function factColumn<Fact extends BucketFact>(
  fact: Fact,
  header: string,
  show: (fact: Facts[Fact]) => ReactNode,
): Column<BucketRow> {
  const loader = createBatchLoader({
    waitMs: 0,
    atMost: BUCKET_SUMMARY_LIMIT,
    call: async (names: string[], signal) => {
      const { buckets } = await call(summarizeBuckets, { body: { buckets: names, facts: [fact] } }, signal)
      const found = new Map(buckets.map((bucket) => [bucket.name, bucket[fact]]))
      return names.map((name) => (found.get(name) as Facts[Fact] | undefined) ?? null)
    },
  })
  return {
    id: fact,
    header,
    width: '120px',
    onPhone: 'hidden',
    isHiddenAtFirst: true,
    cell: ({ name }) => (
      <FactCell cachedAs={[summarizeBuckets.id, name, fact]} item={name} loader={loader} show={show} />
    ),
  }
}

/** What anonymous users can do. */
function Access({ bucket, loader }: { bucket: string; loader: ExposureLoader }) {
  const t = useTexts(['bucketColumns', 'buckets'])
  const { data, error } = useExposure(bucket, loader)
  if (data === undefined) return error && <Unknown reason={error.message} />
  const { kinds, unread } = data
  if (unread) return <Unknown reason={t(`unread.${unread.reason}`, { permission: unread.permission })} />
  if (kinds.length === 0) return <span className={layout.muted}>{t('private')}</span>
  return kinds.map((kind) => t(`buckets:badge.kinds.${kind}`)).join(comma())
}
