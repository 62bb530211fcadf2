import { onDemand } from '../shared/on-demand.ts'

/** The dialogs of the list, each loaded when it is first opened: they are larger than the list. */
const load = () => import('./loaded-dialogs.ts')

export const CreateBucketModal = onDemand(async () => (await load()).CreateBucketModal)
export const DeleteBucketDialog = onDemand(async () => (await load()).DeleteBucketDialog)
export const DeleteBucketsDialog = onDemand(async () => (await load()).DeleteBucketsDialog)
export const SetManyReplicationModal = onDemand(async () => (await load()).SetManyReplicationModal)
export const EmptyBucketDialog = onDemand(async () => (await load()).EmptyBucketDialog)
