import { IconActivity } from '@tabler/icons-react'
import type { MenuItem } from '../shared/feature.ts'

export const menuItem: MenuItem = { label: 'Trace', group: 'tools', position: 30, page: '/trace', icon: IconActivity }
