import type { Feature } from '../shared/feature.ts'
import { loadTraceDialogs } from './dialogs.ts'

export const trace: Feature = {
  pages: { '/trace': async () => (await import('./TracePage.tsx')).TracePage },
  parts: [loadTraceDialogs],
}
