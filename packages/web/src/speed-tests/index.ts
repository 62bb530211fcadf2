import { IconBolt } from '@tabler/icons-react'
import { createUseDenied, createUseSettled } from '../session/index.ts'
import type { Feature } from '../shared/feature.ts'
import { lazyPart } from '../shared/lazy-part.ts'

/** What each kind of test needs. */
const ACTIONS = {
  object: 'admin:OBDInfo',
  drive: 'admin:OBDInfo',
  network: 'admin:OBDInfo',
  client: 'admin:BandwidthMonitor',
} as const

export const useSettled = createUseSettled(ACTIONS)
export const useDenied = createUseDenied(ACTIONS)

export const LineGraph = lazyPart(async () => (await import('../shared/charts/LineGraph.tsx')).LineGraph)
export const StartDialog = lazyPart(async () => (await import('./StartDialog.tsx')).StartDialog)

export const feature: Feature = {
  pages: { '/speed-tests': async () => (await import('./SpeedTestsPage.tsx')).SpeedTestsPage },
  menu: { label: 'speedTests', group: 'tools', position: 55, page: '/speed-tests', icon: IconBolt },
}
