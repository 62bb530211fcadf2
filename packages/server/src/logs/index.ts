/** Logs of the storage server. */
import type { Feature } from '../shared/feature.ts'
import { errorLogView } from './error-log.view.ts'

export const logs: Feature = [errorLogView]
