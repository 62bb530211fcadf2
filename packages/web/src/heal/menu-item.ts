import { HEAL_FEATURE } from '@cooperage/contract'
import { IconHeartbeat } from '@tabler/icons-react'
import type { MenuItem } from '../shared/feature.ts'

export const menuItem: MenuItem = {
  label: 'Heal',
  group: 'tools',
  position: 40,
  page: '/heal',
  icon: IconHeartbeat,
  feature: HEAL_FEATURE,
}
