import { listBucketFigures, listBuckets } from '@cooperage/contract'
import { IconBucket } from '@tabler/icons-react'
import { createUseCan, createUseDenied } from '../session/index.ts'
import type { Feature } from '../shared/feature.ts'
import { lazyPart } from '../shared/lazy-part.ts'

/** The interface of buckets for other features. */
export { bucketNameColumn, bucketSizeColumn } from './bucket-columns.tsx'
export type { BucketRow } from './bucket-rows.ts'
/** With it the table, which the sign-in page doesn't need. */
export const BucketList = lazyPart(async () => (await import('./BucketList.tsx')).BucketList)

/** The sizes take longer than the names. */
export const NAMES_ONLY = { query: { names_only: true } }

/** The actions that pages check before they offer something, by the names that pages use for them. */
export const PERMISSIONS = {
  createBucket: 's3:CreateBucket',
  deleteBucket: 's3:DeleteBucket',
  readVersioning: 's3:GetBucketVersioning',
  readLocking: 's3:GetBucketObjectLockConfiguration',
  readReplication: 's3:GetReplicationConfiguration',
  writeReplication: 's3:PutReplicationConfiguration',
  resync: 's3:ResetBucketReplicationState',
  readTargets: 'admin:GetBucketTarget',
  listUnreplicated: 'admin:ReplicationDiff',
  writePolicy: 's3:PutBucketPolicy',
  writeVersioning: 's3:PutBucketVersioning',
  writeRetention: 's3:PutBucketObjectLockConfiguration',
  writeEncryption: 's3:PutEncryptionConfiguration',
  writeEvents: 's3:PutBucketNotification',
  writeLifecycle: 's3:PutLifecycleConfiguration',
  writeQuota: 'admin:SetBucketQuota',
  writeTags: 's3:PutBucketTagging',
  writeCors: 's3:PutBucketCors',
  deleteObject: 's3:DeleteObject',
  writeGarage: 'garage:UpdateBucket',
  allowKeys: 'garage:AllowBucketKey',
  denyKeys: 'garage:DenyBucketKey',
  listKeys: 'garage:ListKeys',
} as const

export type Permission = keyof typeof PERMISSIONS

export const useCan = createUseCan(PERMISSIONS)
export const useDenied = createUseDenied(PERMISSIONS)

export const CreateBucketModal = lazyPart(async () => (await import('./CreateBucketModal.tsx')).CreateBucketModal)
export const DeleteBucketDialog = lazyPart(async () => (await import('./DeleteBucketDialog.tsx')).DeleteBucketDialog)
export const DeleteBucketsDialog = lazyPart(async () => (await import('./DeleteBucketsDialog.tsx')).DeleteBucketsDialog)
export const SetManyReplicationModal = lazyPart(
  async () => (await import('./replication/SetManyReplicationModal.tsx')).SetManyReplicationModal,
)
/** The modals of the settings: they are larger than the summary. */
export const SettingModals = lazyPart(async () => (await import('./summary/SettingModals.tsx')).SettingModals)
export const GarageCards = lazyPart(async () => (await import('./summary/GarageCards.tsx')).GarageCards)
export const GarageBucketKeys = lazyPart(async () => (await import('./access/GarageBucketKeys.tsx')).GarageBucketKeys)
/** Apart from the page: it brings the library for charts along. */
export const LineGraph = lazyPart(async () => (await import('../shared/charts/LineGraph.tsx')).LineGraph)
/** It is below the settings, and few look at it. */
export const UsageHistory = lazyPart(async () => (await import('./usage/UsageHistory.tsx')).UsageHistory)
export const EmptyBucketDialog = lazyPart(async () => (await import('./empty/EmptyBucketDialog.tsx')).EmptyBucketDialog)

const bucketPage = async () => (await import('./detail/BucketPage.tsx')).BucketPage

export const feature: Feature = {
  pages: {
    '/buckets': async () => (await import('./BucketsPage.tsx')).BucketsPage,
    '/buckets/$bucket': bucketPage,
    '/buckets/$bucket/$': bucketPage,
  },
  firstCalls: {
    '/buckets': [
      { route: listBuckets, input: NAMES_ONLY },
      { route: listBucketFigures, input: {} },
    ],
  },
  // The list comes with the frame, without these: see build/chunks.ts.
  parts: [CreateBucketModal.load],
  menu: {
    label: 'buckets',
    group: 'admin',
    position: 10,
    page: '/buckets',
    icon: IconBucket,
    key: 'b',
  },
}
