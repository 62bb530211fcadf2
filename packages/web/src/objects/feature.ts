import type { Feature } from '../shared/feature.ts'

export const objects: Feature = {
  pages: {
    '/object-browser': async () => (await import('./BrowserBucketsPage.tsx')).BrowserBucketsPage,
    '/object-browser/$bucket/$': async () => (await import('./FolderPage.tsx')).FolderPage,
  },
  parts: [
    () => import('./bulk/loaded-dialogs.ts'),
    () => import('./change-versions/loaded-dialogs.ts'),
    () => import('./compare/CompareDialog.tsx'),
    () => import('./copy/loaded-dialogs.ts'),
    () => import('./detail/ObjectPage.tsx'),
    () => import('./detail/loaded-dialogs.ts'),
    () => import('./go-to/GoToDialog.tsx'),
    () => import('./grid/FolderGrid.tsx'),
    () => import('./loaded-dialogs.ts'),
    () => import('./preview/loaded.ts'),
    () => import('./rewind/RewindDialog.tsx'),
    () => import('./rewind/RewoundFolder.tsx'),
    () => import('./selection-dialogs.ts'),
    () => import('./uploads/UploadsPage.tsx'),
  ],
}
