import { IconFolderOpen } from '@tabler/icons-react'
import type { MenuItem } from '../shared/feature.ts'

export const objects: MenuItem = { label: 'objectBrowser', page: '/object-browser', icon: IconFolderOpen, key: 'o' }
