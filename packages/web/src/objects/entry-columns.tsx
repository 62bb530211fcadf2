import type { Column } from '../shared/table/columns.tsx'
import { Bytes } from '../shared/text/Bytes.tsx'
import { Timestamp } from '../shared/text/Timestamp.tsx'
import { EntryName } from './EntryName.tsx'
import { type Entry, isFolder } from './entry.ts'

interface EntryColumns<E> {
  /** Headers. */
  name: string
  date: string
  size: string
  /** The prefix of the current folder. */
  prefix: string
  /** The page of a row, a path of `navigation/paths`. */
  pathOf: (entry: E) => string
  /** Whether the name of a row is a link to its page. */
  isLinked?: (entry: E) => boolean
  /** Rows without a size, besides folders. */
  hasNoSize?: (entry: E) => boolean
}

/** The columns of a folder, current or rewound. */
export function entryColumns<E extends Entry>(of: EntryColumns<E>): Column<E>[] {
  const { prefix, pathOf, isLinked, hasNoSize } = of
  return [
    {
      id: 'name',
      header: of.name,
      width: 'minmax(240px, 1fr)',
      // In the order of the listing: that of the language takes seconds for a million rows.
      compare: (a, b) => (a.key < b.key ? -1 : 1),
      cell: (entry) => (
        <EntryName prefix={prefix} entry={entry} to={isLinked?.(entry) === false ? undefined : pathOf(entry)} />
      ),
    },
    {
      id: 'modified',
      header: of.date,
      width: '210px',
      // ISO 8601 in UTC: strings sort like times.
      compare: (a, b) => (a.modified < b.modified ? -1 : a.modified > b.modified ? 1 : 0),
      cell: (entry) => <Timestamp iso={entry.modified} />,
    },
    {
      id: 'size',
      header: of.size,
      width: '130px',
      align: 'end',
      compare: (a, b) => a.size - b.size,
      cell: (entry) => (isFolder(entry) || hasNoSize?.(entry) ? null : <Bytes bytes={entry.size} />),
    },
  ]
}
