import type { Feature } from '../shared/feature.ts'

/** Part of the guide, and as public as that. */
export const apiReference: Feature = {
  pages: { '/documentation/api': async () => (await import('./ApiReferencePage.tsx')).ApiReferencePage },
  isPublic: true,
}
