import { IconServer2 } from '@tabler/icons-react'
import type { MenuItem } from '../shared/feature.ts'

export const menuItem: MenuItem = {
  label: 'Storage',
  group: 'operator',
  position: 20,
  page: '/storage',
  icon: IconServer2,
}
