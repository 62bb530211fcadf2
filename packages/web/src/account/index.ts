import { IconUserCircle } from '@tabler/icons-react'
import { AccessKeyList } from '../access-keys/index.ts'
import type { Feature } from '../shared/feature.ts'
import { lazyPart } from '../shared/lazy-part.ts'

export const ChangePasswordModal = lazyPart(async () => (await import('./ChangePasswordModal.tsx')).ChangePasswordModal)
export const SignOutEverywhereDialog = lazyPart(
  async () => (await import('./SignOutEverywhereDialog.tsx')).SignOutEverywhereDialog,
)

const accountPage = async () => {
  const [{ AccountPage }] = await Promise.all([import('./AccountPage.tsx'), AccessKeyList.load()])
  return AccountPage
}

export const feature: Feature = {
  // The second address opens a dialog on the page.
  pages: { '/account': accountPage, '/account/change-password': accountPage },
  menu: {
    label: 'account',
    group: 'user',
    position: 20,
    page: '/account',
    icon: IconUserCircle,
  },
}
