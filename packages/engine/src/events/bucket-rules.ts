/** The notification rules of buckets, read from their documents and kept ready by the document's text. */
import { parseNotificationConfiguration } from '@cooperage/wire'
import { type Store, StoreError } from '../store/store.ts'
import { type EventFilter, eventFilter } from './event-filter.ts'

/** The bucket document that holds the configuration. */
export const NOTIFICATION = 'notification'

export interface BucketRule extends EventFilter {
  /** Name of the webhook in the settings. */
  target: string
}

export class BucketRules {
  readonly #store: Store
  readonly #read = new Map<string, { text: string; rules: BucketRule[] }>()

  constructor(store: Store) {
    this.#store = store
  }

  of(bucket: string): readonly BucketRule[] {
    const text = this.#text(bucket)
    if (text === undefined) {
      this.#read.delete(bucket)
      return []
    }
    const known = this.#read.get(bucket)
    if (known?.text === text) return known.rules
    const rules = parseNotificationConfiguration(text).map(({ events, filters, queue }) => {
      const filterValue = (name: string) => filters.find((filter) => filter.name === name)?.value ?? ''
      return { ...eventFilter(events, filterValue('prefix'), filterValue('suffix')), target: queue.target }
    })
    this.#read.set(bucket, { text, rules })
    return rules
  }

  #text(bucket: string): string | undefined {
    try {
      return this.#store.getBucketDocument(bucket, NOTIFICATION)?.text
    } catch (error) {
      // The bucket went after the event.
      if (error instanceof StoreError && error.code === 'NoSuchBucket') return undefined
      throw error
    }
  }
}
