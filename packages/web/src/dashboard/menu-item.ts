import { IconGauge } from '@tabler/icons-react'
import type { MenuItem } from '../shared/feature.ts'

export const menuItem: MenuItem = { label: 'dashboard', page: '/dashboard', icon: IconGauge, key: 'd' }
