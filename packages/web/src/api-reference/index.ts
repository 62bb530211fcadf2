import type { Feature } from '../shared/feature.ts'

/** Part of the guide, and public like it. */
export const feature: Feature = {
  pages: { '/documentation/api': async () => (await import('./ApiReferencePage.tsx')).ApiReferencePage },
  isPublic: true,
  isGuide: true,
}
