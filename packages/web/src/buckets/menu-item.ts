import { IconBucket } from '@tabler/icons-react'
import type { MenuItem } from '../shared/feature.ts'

export const menuItem: MenuItem = { label: 'buckets', page: '/buckets', icon: IconBucket, key: 'b' }
