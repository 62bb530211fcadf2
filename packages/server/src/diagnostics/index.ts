/** Health report of the storage servers. */
import type { Feature } from '../shared/feature.ts'
import { diagnosticsView } from './diagnostics.view.ts'

export const diagnostics: Feature = [diagnosticsView]
