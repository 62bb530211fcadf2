import { IconUserCircle } from '@tabler/icons-react'
import type { MenuItem } from '../shared/feature.ts'

export const menuItem: MenuItem = { label: 'account', page: '/account', icon: IconUserCircle }
