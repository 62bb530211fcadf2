import { IconBucket } from '@tabler/icons-react'
import type { MenuItem } from '../shared/feature.ts'

export const menuItem: MenuItem = {
  label: 'Buckets',
  group: 'admin',
  position: 10,
  page: '/buckets',
  icon: IconBucket,
  key: 'b',
}
