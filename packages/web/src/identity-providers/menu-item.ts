import { IconId } from '@tabler/icons-react'
import type { MenuItem } from '../shared/feature.ts'

export const menuItem: MenuItem = {
  label: 'Identity Providers',
  group: 'admin',
  position: 60,
  page: '/identity-providers',
  icon: IconId,
}
