import { IconProgress } from '@tabler/icons-react'
import type { MenuItem } from '../shared/feature.ts'

export const menuItem: MenuItem = {
  label: 'Jobs',
  group: 'user',
  position: 40,
  page: '/jobs',
  icon: IconProgress,
}
