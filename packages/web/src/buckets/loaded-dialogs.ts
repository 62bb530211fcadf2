/** What dialogs.ts loads, as one chunk. */
export { CreateBucketModal } from './CreateBucketModal.tsx'
export { DeleteBucketDialog } from './DeleteBucketDialog.tsx'
export { DeleteBucketsDialog } from './DeleteBucketsDialog.tsx'
export { EmptyBucketDialog } from './empty/EmptyBucketDialog.tsx'
export { SetManyReplicationModal } from './replication/SetManyReplicationModal.tsx'
