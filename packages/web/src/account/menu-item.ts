import { IconUserCircle } from '@tabler/icons-react'
import type { MenuItem } from '../shared/feature.ts'

export const menuItem: MenuItem = {
  label: 'Account',
  group: 'user',
  position: 20,
  page: '/account',
  icon: IconUserCircle,
}
