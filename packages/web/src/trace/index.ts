import { IconActivity } from '@tabler/icons-react'
import type { Feature } from '../shared/feature.ts'
import { lazyPart } from '../shared/lazy-part.ts'

export const CallDetails = lazyPart(async () => (await import('./CallDetails.tsx')).CallDetails)

export const feature: Feature = {
  pages: { '/trace': async () => (await import('./TracePage.tsx')).TracePage },
  menu: { label: 'trace', group: 'tools', position: 30, page: '/trace', icon: IconActivity },
}
