import { HEAL_FEATURE } from '@cooperage/contract'
import { IconHeartbeat } from '@tabler/icons-react'
import type { MenuItem } from '../shared/feature.ts'

export const menuItem: MenuItem = { label: 'heal', page: '/heal', icon: IconHeartbeat, feature: HEAL_FEATURE }
