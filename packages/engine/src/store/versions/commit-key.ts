import { ContentChange, commitBody } from '../files/content.ts'
import type { ReceivedBody } from '../files/receive-body.ts'
import { requireBucket } from '../index/bucket-rows.ts'
import type { IndexWriter } from '../index/ordered-index.ts'
import type { BucketRow } from '../index/rows.ts'
import { checkQuota } from '../space/quota.ts'
import type { GovernanceBypass, Precondition } from '../store.ts'
import type { StoreContext } from '../store-context.ts'
import { KeyChange } from './key-change.ts'
import { checkRemovable } from './lock-rules.ts'
import { versionRecord } from './versions.ts'

/** The state of a commit that changes the versions of one key. */
export interface KeyCommit {
  writer: IndexWriter
  bucketRow: BucketRow
  contents: ContentChange
  versions: KeyChange
}

interface KeyCommitOptions {
  bucket: string
  key: string
  /** Its file is added to the store, or removed if the commit fails. */
  received?: ReceivedBody
  precondition?: Precondition | undefined
  bypassGovernance?: GovernanceBypass | undefined
}

/** Runs `change` in one commit, which also updates usage and contents, then removes files that no version uses any more. */
export async function commitKey<T>(
  context: StoreContext,
  { bucket, key, received, precondition, bypassGovernance }: KeyCommitOptions,
  change: (commit: KeyCommit) => T,
): Promise<T> {
  const { result, files } = await commitBody(context, received ?? {}, (writer) => {
    const bucketRow = requireBucket(writer, bucket)
    const contents = new ContentChange(writer)
    const versions = new KeyChange(writer, contents, bucket, key, (record) =>
      checkRemovable(record, context.now(), bypassGovernance),
    )
    precondition?.(versions.latest && versionRecord(bucket, key, versions.latest, true))
    const result = change({ writer, bucketRow, contents, versions })
    if (versions.broughtBytes !== undefined) checkQuota(writer, bucket, versions.broughtBytes)
    versions.finish()
    return { result, files: contents.finish() }
  })
  context.folder.retire(files)
  return result
}
