import type { DataFolder } from './data-folder.ts'
import type { OrderedIndex } from './ordered-index.ts'

/** What the operations of the store are made from; time and ids are handed in so that tests can choose them. */
export interface StoreParts {
  index: OrderedIndex
  folder: DataFolder
  newId(): string
  /** Milliseconds since the epoch. */
  now(): number
  /** The largest object kept in the index itself. */
  inlineBytes: number
}
