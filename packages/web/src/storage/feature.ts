import type { Feature } from '../shared/feature.ts'

const loadStorage = async () => (await import('./StoragePage.tsx')).StoragePage

export const storage: Feature = {
  pages: { '/storage': loadStorage, '/storage/$tab': loadStorage },
  parts: [() => import('./loaded-dialogs.ts')],
}
