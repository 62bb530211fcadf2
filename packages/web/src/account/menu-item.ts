import { IconUserCircle } from '@tabler/icons-react'
import type { MenuItem } from '../shared/feature.ts'

export const account: MenuItem = { label: 'account', page: '/account', icon: IconUserCircle }
