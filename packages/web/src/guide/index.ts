import { IconBook } from '@tabler/icons-react'
import i18next from 'i18next'
import type { Feature } from '../shared/feature.ts'

const guidePage = async () => {
  const { GuidePage, loadGuide } = await import('./GuidePage.tsx')
  // Without its language the guide is better in English than not there; the page says so, and tries again.
  await loadGuide(i18next.language).catch(() => undefined)
  return GuidePage
}

/** Visitors who can't sign in may read how to. */
export const feature: Feature = {
  pages: { '/documentation': guidePage, '/documentation/$page': guidePage },
  isPublic: true,
  isGuide: true,
  menu: {
    label: 'guide',
    group: 'end',
    position: 20,
    page: '/documentation',
    icon: IconBook,
    isGuide: true,
  },
}
