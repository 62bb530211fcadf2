import { IconId } from '@tabler/icons-react'
import type { MenuItem } from '../shared/feature.ts'

export const menuItem: MenuItem = { label: 'identityProviders', page: '/identity-providers', icon: IconId }
