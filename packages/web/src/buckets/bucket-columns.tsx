import type { ReactNode } from 'react'
import { AppLink } from '../navigation/AppLink.tsx'
import type { Column } from '../shared/table/columns.tsx'
import { Bytes } from '../shared/text/Bytes.tsx'
import { formatCount } from '../shared/text/numbers.ts'
import { Unknown } from '../shared/text/Unknown.tsx'
import type { BucketRow } from './bucket-rows.ts'
import classes from './buckets.module.css'

export function bucketNameColumn(
  header: string,
  pathOf: (bucket: string) => string,
  /** Shown beside the name. */
  mark?: (bucket: string) => ReactNode,
): Column<BucketRow> {
  return {
    id: 'name',
    header,
    width: 'minmax(220px, 1fr)',
    name: (bucket) => bucket.name,
    cell: ({ name }) => {
      const link = (
        <AppLink to={pathOf(name)} tabIndex={-1} translate="no">
          {name}
        </AppLink>
      )
      if (!mark) return link
      return (
        <span className={classes.marked}>
          {link}
          {mark(name)}
        </span>
      )
    },
  }
}

export function bucketSizeColumn(header: string, notCounted: string): Column<BucketRow> {
  return {
    id: 'size',
    header,
    width: '140px',
    // A bucket that wasn't counted comes before an empty one.
    number: ({ figures }) => figures?.size ?? -1,
    cell: ({ figures }) => (figures ? <Bytes bytes={figures.size} /> : <Unknown reason={notCounted} />),
  }
}

export function bucketObjectsColumn(header: string, notCounted: string): Column<BucketRow> {
  return {
    id: 'objects',
    header,
    width: '130px',
    number: ({ figures }) => figures?.objects ?? -1,
    cell: ({ figures }) => (
      <span className={classes.count}>{figures ? formatCount(figures.objects) : <Unknown reason={notCounted} />}</span>
    ),
  }
}
