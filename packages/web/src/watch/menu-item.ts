import { IconEye } from '@tabler/icons-react'
import type { MenuItem } from '../shared/feature.ts'

export const menuItem: MenuItem = { label: 'watch', page: '/watch', icon: IconEye }
