import type { Feature } from '../shared/feature.ts'
import { loadLogDialogs } from './dialogs.ts'

export const logs: Feature = {
  pages: { '/logs': async () => (await import('./LogsPage.tsx')).LogsPage },
  parts: [loadLogDialogs],
}
