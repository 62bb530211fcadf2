import { IconUserCircle } from '@tabler/icons-react'
import type { Feature } from '../shared/feature.ts'
import { lazyPart } from '../shared/lazy-part.ts'

export const ChangePasswordModal = lazyPart(async () => (await import('./ChangePasswordModal.tsx')).ChangePasswordModal)
export const SignOutEverywhereDialog = lazyPart(
  async () => (await import('./SignOutEverywhereDialog.tsx')).SignOutEverywhereDialog,
)

const loadAccountPage = async () => (await import('./AccountPage.tsx')).AccountPage

export const feature: Feature = {
  // The second address opens a dialog on the page.
  pages: { '/account': loadAccountPage, '/account/change-password': loadAccountPage },
  menu: {
    label: 'account',
    group: 'user',
    position: 20,
    page: '/account',
    icon: IconUserCircle,
  },
}
