import { IconLicense } from '@tabler/icons-react'
import type { MenuItem } from '../shared/feature.ts'

export const menuItem: MenuItem = { label: 'License', group: 'end', position: 10, page: '/license', icon: IconLicense }
