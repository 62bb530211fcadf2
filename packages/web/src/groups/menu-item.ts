import { IconUsersGroup } from '@tabler/icons-react'
import type { MenuItem } from '../shared/feature.ts'

export const menuItem: MenuItem = {
  label: 'Groups',
  group: 'admin',
  position: 30,
  page: '/groups',
  icon: IconUsersGroup,
}
