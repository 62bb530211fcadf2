/** Volumes and drives of a Kubernetes cluster (spec operator-mode 2, Storage screen). */
import type { OperatorPage } from '../page.ts'

export * from './storage.ts'

/** Pages of operator mode about volumes and drives. */
export const storagePages: readonly OperatorPage[] = [
  { path: '/storage', needs: 'volumes' },
  { path: '/storage/volumes', needs: 'volumes' },
  { path: '/storage/drives', needs: 'volumes' },
  // It leads to the first tab.
  { path: '/storage/:tab', needs: 'volumes' },
]
