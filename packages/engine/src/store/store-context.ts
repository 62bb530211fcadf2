import type { Keyring } from './encryption/keyring.ts'
import type { DataFolder } from './files/data-folder.ts'
import type { OrderedIndex } from './index/ordered-index.ts'
import type { NewOrder } from './index/version-order.ts'

/** What the operations of the store are made from; time and ids are handed in so that tests can choose them. */
export interface StoreContext {
  index: OrderedIndex
  folder: DataFolder
  keyring: Keyring
  newId(): string
  /** For versions and uploads. */
  newOrder: NewOrder
  /** Milliseconds since the epoch. */
  now(): number
  /** The largest object kept in the index itself. */
  inlineBytes: number
}
