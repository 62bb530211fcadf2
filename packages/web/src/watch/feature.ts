import type { Feature } from '../shared/feature.ts'

export const watch: Feature = {
  pages: { '/watch': async () => (await import('./WatchPage.tsx')).WatchPage },
}
