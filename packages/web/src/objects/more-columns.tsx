import '../messages/en/object-columns.ts'
import {
  COUNTED_OBJECT_VERSIONS,
  OBJECT_SUMMARY_LIMIT,
  type ObjectFact,
  type ObjectSummary,
  summarizeObjects,
} from '@cooperage/contract'
import type { ReactNode } from 'react'
import { textsOf } from '../messages/use-texts.ts'
import { createBatchLoader } from '../shared/api/batch-loader.ts'
import { call } from '../shared/api/call.ts'
import type { Column } from '../shared/table/columns.tsx'
import { FactCell } from '../shared/table/FactCell.tsx'
import { formatCount } from '../shared/text/numbers.ts'
import { plainName } from '../shared/text/visible-name.ts'
import { type Entry, isFolder } from './entry.ts'

type Facts = { [Fact in ObjectFact]: NonNullable<ObjectSummary[Fact]> }

/** Columns that are read object by object, and therefore hidden at first. */
export function moreObjectColumns(bucket: string): Column<Entry>[] {
  const t = textsOf('objectColumns')
  return [
    factColumn(bucket, 'storageClass', { header: t('storageClass'), width: '150px' }, ({ value }) => value),
    factColumn(bucket, 'tags', { header: t('tags'), width: 'minmax(140px, 0.5fr)' }, ({ values }) => {
      const text = plainName(
        Object.entries(values)
          .map((pair) => pair.join('='))
          .join(', '),
      )
      return <bdi title={text}>{text}</bdi>
    }),
    factColumn(bucket, 'versions', { header: t('versions'), width: '110px', align: 'end' }, ({ count, isComplete }) =>
      isComplete ? formatCount(count) : t('moreThan', { number: formatCount(COUNTED_OBJECT_VERSIONS) }),
    ),
  ]
}

function factColumn<Fact extends ObjectFact>(
  bucket: string,
  fact: Fact,
  column: Pick<Column<Entry>, 'header' | 'width' | 'align'>,
  show: (fact: Facts[Fact]) => ReactNode,
): Column<Entry> {
  const loader = createBatchLoader({
    waitMs: 0,
    atMost: OBJECT_SUMMARY_LIMIT,
    call: async (names: string[], signal) => {
      const { objects } = await call(summarizeObjects, { params: { bucket }, body: { names, facts: [fact] } }, signal)
      const found = new Map(objects.map((object) => [object.name, object[fact]]))
      return names.map((name) => (found.get(name) as Facts[Fact] | undefined) ?? null)
    },
  })
  return {
    ...column,
    id: fact,
    onPhone: 'hidden',
    isHiddenAtFirst: true,
    cell: (entry) =>
      isFolder(entry) ? null : (
        <FactCell
          // An object that was written again has another time.
          cachedAs={[summarizeObjects.id, bucket, entry.key, entry.modified, fact]}
          item={entry.key}
          loader={loader}
          show={show}
        />
      ),
  }
}
