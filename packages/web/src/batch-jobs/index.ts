import { BATCH_JOBS_FEATURE } from '@cooperage/contract'
import { IconStack2 } from '@tabler/icons-react'
import { createUseDenied } from '../session/index.ts'
import type { Feature } from '../shared/feature.ts'
import { lazyPart } from '../shared/lazy-part.ts'

/** Actions that the page checks before it offers something. */
export const useDenied = createUseDenied({
  list: 'admin:ListBatchJobs',
  start: 'admin:StartBatchJob',
  describe: 'admin:DescribeBatchJob',
  cancel: 'admin:CancelBatchJob',
} as const)

export const CancelJobDialog = lazyPart(async () => (await import('./CancelJobDialog.tsx')).CancelJobDialog)
export const JobDialog = lazyPart(async () => (await import('./JobDialog.tsx')).JobDialog)
export const PastJobList = lazyPart(async () => (await import('./PastJobList.tsx')).PastJobList)
export const StartAgainModal = lazyPart(async () => (await import('./StartJobModal.tsx')).StartAgainModal)
export const StartJobModal = lazyPart(async () => (await import('./StartJobModal.tsx')).StartJobModal)

export const feature: Feature = {
  pages: { '/batch-jobs': async () => (await import('./BatchJobsPage.tsx')).BatchJobsPage },
  menu: {
    label: 'batchJobs',
    group: 'tools',
    position: 47,
    page: '/batch-jobs',
    icon: IconStack2,
    feature: BATCH_JOBS_FEATURE,
  },
}
