import { IconShieldLock } from '@tabler/icons-react'
import type { MenuItem } from '../shared/feature.ts'

export const policies: MenuItem = { label: 'policies', page: '/policies', icon: IconShieldLock }
