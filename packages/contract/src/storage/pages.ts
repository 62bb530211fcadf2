import type { OperatorPage } from '../page.ts'

/** Pages of operator mode about volumes and drives. */
export const storagePages: readonly OperatorPage[] = [
  { path: '/storage', needs: 'volumes' },
  { path: '/storage/volumes', needs: 'volumes' },
  { path: '/storage/drives', needs: 'volumes' },
  // It leads to the first tab.
  { path: '/storage/:tab', needs: 'volumes' },
]
