import { lazy } from 'react'

/** The dialogs of the list, each loaded when it is first opened: they are larger than the list. */
const load = () => import('./loaded-dialogs.ts')

export const CreateBucketModal = lazy(async () => ({ default: (await load()).CreateBucketModal }))
export const DeleteBucketDialog = lazy(async () => ({ default: (await load()).DeleteBucketDialog }))
export const DeleteBucketsDialog = lazy(async () => ({ default: (await load()).DeleteBucketsDialog }))
export const SetManyReplicationModal = lazy(async () => ({ default: (await load()).SetManyReplicationModal }))
export const EmptyBucketDialog = lazy(async () => ({ default: (await load()).EmptyBucketDialog }))
