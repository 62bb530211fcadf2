import { IconStethoscope } from '@tabler/icons-react'
import type { MenuItem } from '../shared/feature.ts'

export const menuItem: MenuItem = {
  label: 'Diagnostic',
  group: 'tools',
  position: 50,
  page: '/health-info',
  icon: IconStethoscope,
}
