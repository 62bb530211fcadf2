import { IconSettings } from '@tabler/icons-react'
import type { MenuItem } from '../shared/feature.ts'

export const menuItem: MenuItem = {
  label: 'Settings',
  group: 'admin',
  position: 80,
  page: '/settings',
  otherPages: ['/settings/tiers'],
  icon: IconSettings,
}
