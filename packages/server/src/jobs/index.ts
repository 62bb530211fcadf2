/** Jobs that run in the console without a page. */
import type { Feature } from '../shared/feature.ts'
import { jobRoutes } from './jobs.routes.ts'

export const jobs: Feature = [jobRoutes]
