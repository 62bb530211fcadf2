import '../messages/en/bucket-columns.ts'
import { BUCKET_SUMMARY_LIMIT, type BucketFact, type BucketSummary, summarizeBuckets } from '@cooperage/contract'
import type { QueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { textsOf, useTexts } from '../messages/use-texts.ts'
import { createBatchLoader } from '../shared/api/batch-loader.ts'
import { call } from '../shared/api/call.ts'
import layout from '../shared/layout.module.css'
import { byFact } from '../shared/table/by-fact.ts'
import type { Column } from '../shared/table/columns.tsx'
import { FactCell, factQuery } from '../shared/table/FactCell.tsx'
import { leftToRight } from '../shared/text/intl.ts'
import { formatCount, formatDate } from '../shared/text/numbers.ts'
import { comma } from '../shared/text/punctuation.ts'
import { Unknown } from '../shared/text/Unknown.tsx'
import { exposureQuery, useExposure } from './badge/use-exposure.ts'
import type { ExposureLoader } from './badge/use-exposure-loader.ts'
import type { BucketRow } from './bucket-rows.ts'
import { grownBy, signedBytes, signOf } from './usage/growth.ts'
import type { Growth } from './usage/use-growth.ts'

interface About {
  client: QueryClient
  exposures: ExposureLoader
  growth: Growth
}

type Facts = { [Fact in BucketFact]: NonNullable<BucketSummary[Fact]> }

/** Growth, and columns that are read bucket by bucket, and therefore hidden at first. */
export function moreBucketColumns({ client, exposures, growth }: About): Column<BucketRow>[] {
  const t = textsOf('bucketColumns')
  return [
    ...(growth.isKept ? [growthColumn(growth)] : []),
    factColumn(client, 'versioning', t('versioning'), ({ status }) => (status === '' ? '' : t(`status.${status}`))),
    factColumn(client, 'locking', t('locking'), ({ isEnabled }) => (isEnabled ? t('status.Enabled') : '')),
    factColumn(client, 'encryption', t('encryption'), ({ kind }) => kind),
    {
      id: 'access',
      header: t('access'),
      width: '160px',
      onPhone: 'hidden',
      isHiddenAtFirst: true,
      ...byFact(
        client,
        ({ name }) => exposureQuery(client, name, exposures),
        ({ kinds, unread }) => (unread ? undefined : kinds.join()),
      ),
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
    align: 'end',
    sortValue: (bucket) => grownBy(bucket, before)?.bytes,
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

/** `show`: '' if it isn't set. */
function factColumn<Fact extends BucketFact>(
  client: QueryClient,
  fact: Fact,
  header: string,
  show: (fact: Facts[Fact]) => string,
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
  const cachedAs = (name: string) => [summarizeBuckets.id, name, fact] as const
  const shown = (found: Facts[Fact]): ReactNode => show(found) || <None />
  return {
    id: fact,
    header,
    width: '120px',
    onPhone: 'hidden',
    isHiddenAtFirst: true,
    ...byFact(
      client,
      ({ name }) => factQuery(cachedAs(name), name, loader),
      (found) => (found.unread ? undefined : show(found)),
    ),
    cell: ({ name }) => <FactCell cachedAs={cachedAs(name)} item={name} loader={loader} show={shown} />,
  }
}

function None() {
  const t = useTexts('bucketColumns')
  return <span className={layout.muted}>{t('none')}</span>
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
