import { IconShieldLock } from '@tabler/icons-react'
import type { MenuItem } from '../shared/feature.ts'

export const menuItem: MenuItem = { label: 'policies', page: '/policies', icon: IconShieldLock }
