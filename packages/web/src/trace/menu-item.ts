import { IconActivity } from '@tabler/icons-react'
import type { MenuItem } from '../shared/feature.ts'

export const menuItem: MenuItem = { label: 'trace', page: '/trace', icon: IconActivity }
