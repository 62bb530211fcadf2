import { IconGauge } from '@tabler/icons-react'
import type { MenuItem } from '../shared/feature.ts'

export const menuItem: MenuItem = {
  label: 'Dashboard',
  group: 'start',
  position: 10,
  page: '/dashboard',
  icon: IconGauge,
  key: 'd',
}
