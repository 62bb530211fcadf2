/** Live trace of the storage server's calls. */
import type { Feature } from '../shared/feature.ts'
import { traceView } from './trace.view.ts'

export const trace: Feature = [traceView]
