import { IconUsers } from '@tabler/icons-react'
import type { MenuItem } from '../shared/feature.ts'

export const menuItem: MenuItem = { label: 'users', page: '/users', icon: IconUsers, key: 'u' }
