import { IconLicense } from '@tabler/icons-react'
import type { MenuItem } from '../shared/feature.ts'

export const menuItem: MenuItem = { label: 'license', page: '/license', icon: IconLicense }
