import type { Feature } from '../shared/feature.ts'

const page = async () => (await import('./TiersPage.tsx')).TiersPage

export const tiers: Feature = {
  pages: { '/settings/tiers': page, '/settings/tiers/add': page, '/settings/tiers/add/$type': page },
  parts: [() => import('./loaded-dialogs.ts')],
}
