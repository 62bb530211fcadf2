import { IconStack2 } from '@tabler/icons-react'
import type { MenuItem } from '../shared/feature.ts'

export const menuItem: MenuItem = {
  label: 'Tenants',
  group: 'operator',
  position: 10,
  page: '/tenants',
  icon: IconStack2,
  below: '/namespaces',
}
