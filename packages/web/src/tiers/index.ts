import { createUseDenied } from '../session/index.ts'
import type { Feature } from '../shared/feature.ts'
import { lazyPart } from '../shared/lazy-part.ts'

/** Actions that the page checks before it offers something. */
export const useDenied = createUseDenied({ changeTiers: 'admin:SetTier' } as const)

export const CredentialsModal = lazyPart(async () => (await import('./CredentialsModal.tsx')).CredentialsModal)
export const DetailsModal = lazyPart(async () => (await import('./DetailsModal.tsx')).DetailsModal)
export const RemoveTierDialog = lazyPart(async () => (await import('./RemoveTierDialog.tsx')).RemoveTierDialog)

const page = async () => (await import('./TiersPage.tsx')).TiersPage

export const feature: Feature = {
  pages: { '/settings/tiers': page, '/settings/tiers/add': page, '/settings/tiers/add/$type': page },
}
