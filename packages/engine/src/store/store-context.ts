import type { Keyring } from './encryption/keyring.ts'
import type { DataFolder } from './files/data-folder.ts'
import type { OrderedIndex } from './index/ordered-index.ts'
import type { NewOrder } from './index/version-order.ts'

/** The shared context of the store's operations. Tests supply their own clock and ids. */
export interface StoreContext {
  index: OrderedIndex
  folder: DataFolder
  keyring: Keyring
  newId(): string
  /** Creates version and upload ids. */
  newOrder: NewOrder
  /** Milliseconds since the epoch. */
  now(): number
  /** Maximum size of an object stored in the index. */
  inlineBytes: number
}
