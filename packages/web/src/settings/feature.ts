import type { Feature } from '../shared/feature.ts'

export const settings: Feature = {
  pages: { '/settings': async () => (await import('./SettingsPage.tsx')).SettingsPage },
  parts: [() => import('./RestartDialog.tsx')],
}
