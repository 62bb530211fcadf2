import type { Feature } from '../shared/feature.ts'

export const identityProviders: Feature = {
  pages: { '/identity-providers': async () => (await import('./IdentityProvidersPage.tsx')).IdentityProvidersPage },
  parts: [() => import('./loaded-dialogs.ts')],
}
