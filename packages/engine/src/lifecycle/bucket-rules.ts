/** The lifecycle rules of buckets, read from their documents. */
import { parseLifecycle } from '@cooperage/wire'
import { ParsedBucketDocuments } from '../store/parsed-bucket-documents.ts'
import type { Store } from '../store/store.ts'
import { type ExpiryRule, expiryRules } from './rules.ts'

/** The bucket document that holds the configuration. */
export const LIFECYCLE = 'lifecycle'

export class LifecycleRules {
  readonly #documents: ParsedBucketDocuments<ExpiryRule[]>

  constructor(store: Pick<Store, 'getBucketDocument'>) {
    this.#documents = new ParsedBucketDocuments(store, LIFECYCLE, (text) => expiryRules(parseLifecycle(text)))
  }

  /** None for a bucket that is not there. */
  of(bucket: string): readonly ExpiryRule[] {
    return this.#documents.of(bucket) ?? []
  }
}
