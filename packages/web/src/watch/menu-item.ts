import { IconEye } from '@tabler/icons-react'
import type { MenuItem } from '../shared/feature.ts'

export const menuItem: MenuItem = { label: 'Watch', group: 'tools', position: 20, page: '/watch', icon: IconEye }
