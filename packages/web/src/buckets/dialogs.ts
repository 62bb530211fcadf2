import { lazy } from 'react'

/** The dialogs of the list are loaded when one is opened first: they weigh more than the list. */
const load = () => import('./loaded-dialogs.ts')

export const CreateBucketModal = lazy(async () => ({ default: (await load()).CreateBucketModal }))
export const DeleteBucketDialog = lazy(async () => ({ default: (await load()).DeleteBucketDialog }))
export const DeleteBucketsDialog = lazy(async () => ({ default: (await load()).DeleteBucketsDialog }))
export const SetManyReplicationModal = lazy(async () => ({ default: (await load()).SetManyReplicationModal }))
export const EmptyBucketDialog = lazy(async () => ({ default: (await load()).EmptyBucketDialog }))
