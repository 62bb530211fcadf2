import { IconUsers } from '@tabler/icons-react'
import type { MenuItem } from '../shared/feature.ts'

export const menuItem: MenuItem = {
  label: 'Users',
  group: 'admin',
  position: 20,
  page: '/users',
  icon: IconUsers,
  key: 'u',
}
