import type { Feature } from '../shared/feature.ts'

const guidePage = async () => (await import('./GuidePage.tsx')).GuidePage

/** Visitors who can't sign in may read how to. */
export const guide: Feature = {
  pages: { '/documentation': guidePage, '/documentation/$page': guidePage },
  isPublic: true,
}
