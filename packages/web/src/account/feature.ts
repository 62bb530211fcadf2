import { IconUserCircle } from '@tabler/icons-react'
import type { Feature } from '../app/feature.ts'

export const account: Feature = {
  pages: { '/account': async () => (await import('./AccountPage.tsx')).AccountPage },
  menu: { label: 'account', page: '/account', icon: IconUserCircle },
  parts: [() => import('./CreateServiceAccountModal.tsx')],
}
