import type { Feature } from '../shared/feature.ts'

const guidePage = async () => (await import('./GuidePage.tsx')).GuidePage

/** Whoever cannot sign in may read how to. */
export const guide: Feature = {
  pages: { '/documentation': guidePage, '/documentation/$page': guidePage },
  isPublic: true,
}
