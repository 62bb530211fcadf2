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

/** What a commit that changes the versions of one key works with. */
export interface KeyCommit {
  writer: IndexWriter
  bucketRow: BucketRow
  contents: ContentChange
  versions: KeyChange
}

export interface KeyCommitOptions {
  bucket: string
  key: string
  /** Its file becomes part of the store, or is removed when the commit fails. */
  received?: ReceivedBody
  precondition?: Precondition | undefined
  bypassGovernance?: GovernanceBypass | undefined
}

/** Runs `change` in one commit, with the counters and contents that follow from it; then lets go of files that no version has any more. */
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
