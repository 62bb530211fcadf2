import { IconStethoscope } from '@tabler/icons-react'
import type { MenuItem } from '../shared/feature.ts'

export const menuItem: MenuItem = { label: 'diagnostic', page: '/health-info', icon: IconStethoscope }
