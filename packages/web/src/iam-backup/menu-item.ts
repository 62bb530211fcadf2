import { IconArchive } from '@tabler/icons-react'
import type { MenuItem } from '../shared/feature.ts'

export const menuItem: MenuItem = {
  label: 'IAM Backup',
  group: 'admin',
  position: 70,
  page: '/iam-backup',
  icon: IconArchive,
}
