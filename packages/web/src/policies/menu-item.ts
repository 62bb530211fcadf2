import { IconShieldLock } from '@tabler/icons-react'
import type { MenuItem } from '../shared/feature.ts'

export const menuItem: MenuItem = {
  label: 'IAM Policies',
  group: 'admin',
  position: 40,
  page: '/policies',
  icon: IconShieldLock,
}
