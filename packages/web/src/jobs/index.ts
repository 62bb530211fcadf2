import { IconProgress } from '@tabler/icons-react'
import { createUseCan } from '../session/index.ts'
import type { Feature } from '../shared/feature.ts'

/** The interface of jobs for pages. */
export { BY_USER, type JobBatch, type JobFailure, type NewJob } from './job-list.ts'
export { jobs } from './jobs.ts'
export { runInParallel } from './run-in-parallel.ts'

/** Actions that the page checks before it offers something. */
export const useCan = createUseCan({ seeAll: 'admin:ListServiceAccounts' } as const)

export const feature: Feature = {
  pages: {
    '/jobs': async () => (await import('./JobsPage.tsx')).JobsPage,
    // The switch of storage servers and their list lead to these two.
    '/migrate': async () => (await import('./migration/MigratePage.tsx')).MigratePage,
    '/sync': async () => (await import('./sync/SyncPage.tsx')).SyncPage,
  },
  menu: {
    label: 'jobs',
    group: 'user',
    position: 40,
    page: '/jobs',
    icon: IconProgress,
  },
}
