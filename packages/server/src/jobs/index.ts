/** Jobs that run in the console without a page, and the syncs that start some of them. */
import type { Feature } from '../shared/feature.ts'
import { jobRoutes } from './jobs.routes.ts'
import { openJobs } from './open-jobs.ts'
import { syncRoutes } from './sync/sync.routes.ts'

export const jobs: Feature = [
  (registry) => {
    const opened = openJobs(registry)
    jobRoutes(registry, opened.runner)
    syncRoutes(registry, opened)
  },
]
