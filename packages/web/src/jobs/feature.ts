import type { Feature } from '../shared/feature.ts'

export const jobs: Feature = {
  pages: { '/jobs': async () => (await import('./JobsPage.tsx')).JobsPage },
}
