import { IconBook } from '@tabler/icons-react'
import type { MenuItem } from '../shared/feature.ts'

export const menuItem: MenuItem = {
  label: 'Documentation',
  group: 'end',
  position: 20,
  page: '/documentation',
  icon: IconBook,
  isGuide: true,
}
