import { IconFolderOpen } from '@tabler/icons-react'
import type { MenuItem } from '../shared/feature.ts'

export const menuItem: MenuItem = {
  label: 'Object Browser',
  group: 'user',
  position: 10,
  page: '/object-browser',
  icon: IconFolderOpen,
  key: 'o',
}
