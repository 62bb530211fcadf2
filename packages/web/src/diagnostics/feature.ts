import type { Feature } from '../shared/feature.ts'

export const diagnostics: Feature = {
  pages: { '/health-info': async () => (await import('./DiagnosticsPage.tsx')).DiagnosticsPage },
}
