/** The notification rules of buckets, parsed from their bucket documents. */
import { parseNotificationConfiguration } from '@cooperage/wire'
import { ParsedBucketDocuments } from '../store/parsed-bucket-documents.ts'
import type { Store } from '../store/store.ts'
import { type EventFilter, eventFilter } from './event-filter.ts'

/** The bucket document that holds the configuration. */
export const NOTIFICATION = 'notification'

interface BucketRule extends EventFilter {
  /** Name of the webhook in the settings. */
  target: string
}

export class BucketRules {
  readonly #documents: ParsedBucketDocuments<BucketRule[]>

  constructor(store: Pick<Store, 'getBucketDocument'>) {
    this.#documents = new ParsedBucketDocuments(store, NOTIFICATION, bucketRules)
  }

  /** Empty for a missing bucket, which may have been deleted after the event. */
  of(bucket: string): readonly BucketRule[] {
    return this.#documents.of(bucket) ?? []
  }
}

function bucketRules(text: string): BucketRule[] {
  return parseNotificationConfiguration(text).map(({ events, filters, queue }) => {
    const filterValue = (name: string) => filters.find((filter) => filter.name === name)?.value ?? ''
    return { ...eventFilter(events, filterValue('prefix'), filterValue('suffix')), target: queue.target }
  })
}
