import type { Feature } from '../shared/feature.ts'

export const accessKeys: Feature = {
  pages: { '/access-keys': async () => (await import('./AccessKeysPage.tsx')).AccessKeysPage },
  parts: [() => import('./loaded-dialogs.ts')],
}
