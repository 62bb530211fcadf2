import { IconId } from '@tabler/icons-react'
import { createUseDenied } from '../session/index.ts'
import type { Feature } from '../shared/feature.ts'
import { lazyPart } from '../shared/lazy-part.ts'

/** Actions that the page checks before it offers something. */
const PERMISSIONS = { changePolicies: 'admin:UpdatePolicyAssociation' } as const

export const useDenied = createUseDenied(PERMISSIONS)

/** Said by the pages of users and groups where a directory has them. */
export const LdapNote = lazyPart(async () => (await import('./LdapNote.tsx')).LdapNote)

export const ResetFactorsDialog = lazyPart(async () => (await import('./ResetFactorsDialog.tsx')).ResetFactorsDialog)

export const ProviderModal = lazyPart(async () => (await import('./ProviderModal.tsx')).ProviderModal)
export const DeleteProviderDialog = lazyPart(
  async () => (await import('./DeleteProviderDialog.tsx')).DeleteProviderDialog,
)
export const AttachPoliciesModal = lazyPart(async () => (await import('./AttachPoliciesModal.tsx')).AttachPoliciesModal)

export const feature: Feature = {
  pages: { '/identity-providers': async () => (await import('./IdentityProvidersPage.tsx')).IdentityProvidersPage },
  menu: {
    label: 'identityProviders',
    group: 'admin',
    position: 60,
    page: '/identity-providers',
    icon: IconId,
  },
}
