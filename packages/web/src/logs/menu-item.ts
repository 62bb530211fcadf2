import { IconFileText } from '@tabler/icons-react'
import type { MenuItem } from '../shared/feature.ts'

export const menuItem: MenuItem = { label: 'Logs', group: 'tools', position: 10, page: '/logs', icon: IconFileText }
