import { IconFileText } from '@tabler/icons-react'
import type { MenuItem } from '../shared/feature.ts'

export const menuItem: MenuItem = { label: 'logs', page: '/logs', icon: IconFileText }
