import { SITE_REPLICATION_FEATURE } from '@cooperage/contract'
import { IconWorld } from '@tabler/icons-react'
import { createUseDenied } from '../session/index.ts'
import type { Feature } from '../shared/feature.ts'
import { lazyPart } from '../shared/lazy-part.ts'

/** Actions that the page checks before it offers something. */
export const useDenied = createUseDenied({
  add: 'admin:SiteReplicationAdd',
  remove: 'admin:SiteReplicationRemove',
  resync: 'admin:SiteReplicationResync',
} as const)

export const AddSitesModal = lazyPart(async () => (await import('./AddSitesModal.tsx')).AddSitesModal)
export const DifferenceDialog = lazyPart(async () => (await import('./DifferenceDialog.tsx')).DifferenceDialog)
export const EditSiteModal = lazyPart(async () => (await import('./EditSiteModal.tsx')).EditSiteModal)
export const RemoveSitesDialog = lazyPart(async () => (await import('./RemoveSitesDialog.tsx')).RemoveSitesDialog)
export const ResyncDialog = lazyPart(async () => (await import('./ResyncDialog.tsx')).ResyncDialog)

export const feature: Feature = {
  pages: { '/site-replication': async () => (await import('./SiteReplicationPage.tsx')).SiteReplicationPage },
  menu: {
    label: 'siteReplication',
    group: 'tools',
    position: 46,
    page: '/site-replication',
    icon: IconWorld,
    feature: SITE_REPLICATION_FEATURE,
  },
}
