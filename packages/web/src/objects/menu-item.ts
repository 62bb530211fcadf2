import { IconFolderOpen } from '@tabler/icons-react'
import type { MenuItem } from '../shared/feature.ts'

export const menuItem: MenuItem = { label: 'objectBrowser', page: '/object-browser', icon: IconFolderOpen, key: 'o' }
