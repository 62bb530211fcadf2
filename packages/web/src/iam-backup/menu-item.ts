import { IconArchive } from '@tabler/icons-react'
import type { MenuItem } from '../shared/feature.ts'

export const menuItem: MenuItem = { label: 'iamBackup', page: '/iam-backup', icon: IconArchive }
