/** The lifecycle rules of buckets, read from their documents. */
import { parseLifecycle } from '@cooperage/wire'
import { ParsedBucketDocuments } from '../store/parsed-bucket-documents.ts'
import type { Store } from '../store/store.ts'
import { type AbortRule, abortRules, type ExpiryRule, expiryRules } from './rules.ts'

/** The bucket document that holds the configuration. */
export const LIFECYCLE = 'lifecycle'

export class LifecycleRules {
  readonly #documents: ParsedBucketDocuments<{ expiry: ExpiryRule[]; abort: AbortRule[] }>

  constructor(store: Pick<Store, 'getBucketDocument'>) {
    this.#documents = new ParsedBucketDocuments(store, LIFECYCLE, (text) => {
      const configuration = parseLifecycle(text)
      return { expiry: expiryRules(configuration), abort: abortRules(configuration) }
    })
  }

  /** Rules for objects; empty for an unknown bucket. */
  of(bucket: string): readonly ExpiryRule[] {
    return this.#documents.of(bucket)?.expiry ?? []
  }

  /** Rules for incomplete multipart uploads; empty for an unknown bucket. */
  forUploads(bucket: string): readonly AbortRule[] {
    return this.#documents.of(bucket)?.abort ?? []
  }
}
