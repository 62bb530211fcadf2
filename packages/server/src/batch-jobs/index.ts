/** Batch jobs: checking, starting, listing, following and canceling them. */
import type { Feature } from '../shared/feature.ts'
import { batchJobsRoutes } from './batch-jobs.routes.ts'
import { checkBatchJobRoute } from './check-batch-job.route.ts'

export const batchJobs: Feature = [batchJobsRoutes, checkBatchJobRoute]
