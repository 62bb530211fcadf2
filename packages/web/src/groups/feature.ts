import type { Feature } from '../shared/feature.ts'
import { loadGroupDialogs } from './dialogs.ts'

export const groups: Feature = {
  pages: {
    '/groups': async () => (await import('./GroupsPage.tsx')).GroupsPage,
  },
  parts: [loadGroupDialogs],
}
