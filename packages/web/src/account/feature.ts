import { loadEffectivePermissions } from '../policies/index.ts'
import type { Feature } from '../shared/feature.ts'

const loadAccountPage = async () => (await import('./AccountPage.tsx')).AccountPage

export const account: Feature = {
  // The second address opens a dialog on the page.
  pages: { '/account': loadAccountPage, '/account/change-password': loadAccountPage },
  parts: [
    () => import('./loaded-dialogs.ts'),
    () => import('../access-keys/loaded-dialogs.ts'),
    loadEffectivePermissions,
  ],
}
