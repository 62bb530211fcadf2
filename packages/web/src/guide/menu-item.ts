import { IconBook } from '@tabler/icons-react'
import type { MenuItem } from '../shared/feature.ts'

export const menuItem: MenuItem = { label: 'documentation', page: '/documentation', icon: IconBook, isGuide: true }
