import { IconKey } from '@tabler/icons-react'
import type { MenuItem } from '../shared/feature.ts'

export const menuItem: MenuItem = {
  label: 'Access Keys',
  group: 'admin',
  position: 50,
  page: '/access-keys',
  icon: IconKey,
}
