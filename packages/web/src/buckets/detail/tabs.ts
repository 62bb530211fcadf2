import { IconBell, IconBucket, IconCopy, IconHourglass, IconShieldSearch } from '@tabler/icons-react'
import type { ComponentType } from 'react'
import type { bucket } from '../../messages/en/bucket.ts'
import { lazyPart } from '../../shared/lazy-part.ts'
import type { Permission } from '../index.ts'
import { SummaryTab } from '../summary/SummaryTab.tsx'

/** The properties of every tab of a bucket. */
export interface BucketTabProps {
  bucket: string
  /** The path below the tab's own: '' or `policies`. */
  rest: string
}

/** A page of a bucket, one of the tabs on the left. */
export interface BucketTab {
  /** First segment of the path below the bucket's. */
  segment: string
  /** Absent for a page that isn't among the tabs. */
  label?: Exclude<keyof typeof bucket.tabs, 'label'>
  icon?: typeof IconBucket
  page: ComponentType<BucketTabProps>
  /** Its page has parts with addresses below its own. */
  hasParts?: true
  /** The route exists only if the session has `distributedMode` (spec core-console 2). */
  isForDistributed?: true
  /** The tab is hidden on a storage server that has S3 only. */
  needsAdmin?: true
  /** Without this permission on the bucket the tab is hidden, and its address shows what is missing. */
  permission?: Permission
}

/** Loads the code of the tab when it is opened. */
export const tabModules = {
  access: () => import('../access/AccessTab.tsx'),
  compare: () => import('../compare/CompareTab.tsx'),
  events: () => import('../events/EventsTab.tsx'),
  lifecycle: () => import('../lifecycle/LifecycleTab.tsx'),
  replication: () => import('../replication/ReplicationTab.tsx'),
}

/** In the order of the specification: Summary, Events, Replication, Lifecycle, Audit Access. An action of the bucket opens others. */
export const BUCKET_TABS: readonly BucketTab[] = [
  { segment: 'summary', label: 'summary', icon: IconBucket, page: SummaryTab },
  {
    segment: 'events',
    label: 'events',
    icon: IconBell,
    page: lazyPart(async () => (await tabModules.events()).EventsTab),
    needsAdmin: true,
  },
  {
    segment: 'replication',
    label: 'replication',
    icon: IconCopy,
    page: lazyPart(async () => (await tabModules.replication()).ReplicationTab),
    hasParts: true,
    isForDistributed: true,
    needsAdmin: true,
    permission: 'readReplication',
  },
  {
    segment: 'lifecycle',
    label: 'lifecycle',
    icon: IconHourglass,
    page: lazyPart(async () => (await tabModules.lifecycle()).LifecycleTab),
    isForDistributed: true,
  },
  {
    segment: 'access',
    label: 'access',
    icon: IconShieldSearch,
    page: lazyPart(async () => (await tabModules.access()).AccessTab),
    hasParts: true,
  },
  {
    segment: 'compare',
    page: lazyPart(async () => (await tabModules.compare()).CompareTab),
  },
]
