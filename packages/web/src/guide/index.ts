import { IconBook } from '@tabler/icons-react'
import type { Feature } from '../shared/feature.ts'

const guidePage = async () => (await import('./GuidePage.tsx')).GuidePage

/** Visitors who can't sign in may read how to. */
export const feature: Feature = {
  pages: { '/documentation': guidePage, '/documentation/$page': guidePage },
  isPublic: true,
  menu: {
    label: 'guide',
    group: 'end',
    position: 20,
    page: '/documentation',
    icon: IconBook,
    isGuide: true,
  },
}
