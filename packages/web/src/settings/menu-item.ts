import { IconSettings } from '@tabler/icons-react'
import type { MenuItem } from '../shared/feature.ts'

export const menuItem: MenuItem = {
  label: 'settings',
  page: '/settings',
  otherPages: ['/settings/tiers'],
  icon: IconSettings,
}
