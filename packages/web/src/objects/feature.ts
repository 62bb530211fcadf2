import { IconFolderOpen } from '@tabler/icons-react'
import type { Feature } from '../app/feature.ts'

export const objects: Feature = {
  pages: {
    '/object-browser': async () => (await import('./BrowserBucketsPage.tsx')).BrowserBucketsPage,
    '/object-browser/$bucket/$': async () => (await import('./FolderPage.tsx')).FolderPage,
  },
  menu: { label: 'objectBrowser', page: '/object-browser', icon: IconFolderOpen, key: 'o' },
  parts: [
    () => import('./bulk/loaded-dialogs.ts'),
    () => import('./copy/loaded-dialogs.ts'),
    () => import('./detail/ObjectPage.tsx'),
    () => import('./detail/loaded-dialogs.ts'),
    () => import('./go-to/GoToDialog.tsx'),
    () => import('./loaded-dialogs.ts'),
    () => import('./rewind/RewindDialog.tsx'),
    () => import('./rewind/RewoundFolder.tsx'),
    () => import('./uploads/UploadsPage.tsx'),
  ],
}
