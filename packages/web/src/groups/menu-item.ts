import { IconUsersGroup } from '@tabler/icons-react'
import type { MenuItem } from '../shared/feature.ts'

export const menuItem: MenuItem = { label: 'groups', page: '/groups', icon: IconUsersGroup }
