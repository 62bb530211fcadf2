import { IconShieldLock } from '@tabler/icons-react'
import type { Feature } from '../app/feature.ts'

export const policies: Feature = {
  pages: {
    '/policies': async () => (await import('./PoliciesPage.tsx')).PoliciesPage,
    '/policies/$policyName': async () => (await import('./PolicyPage.tsx')).PolicyPage,
  },
  menu: { label: 'policies', page: '/policies', icon: IconShieldLock },
}
