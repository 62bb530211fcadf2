import { IconKey } from '@tabler/icons-react'
import type { MenuItem } from '../shared/feature.ts'

export const menuItem: MenuItem = { label: 'accessKeys', page: '/access-keys', icon: IconKey }
