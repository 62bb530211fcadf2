import type { Feature } from '../shared/feature.ts'

export const heal: Feature = {
  pages: { '/heal': async () => (await import('./HealPage.tsx')).HealPage },
}
