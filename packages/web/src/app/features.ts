import type { Feature } from '../shared/feature.ts'

/** The frame with the side menu, loaded once a visitor has a session. */
export const loadLayout = async () => (await import('../shell/SessionLayout.tsx')).SessionLayout

/** All features of this build: each declares itself in its `index.ts`. */
export const FEATURES: readonly Feature[] = Object.values(
  import.meta.glob<Feature>('../*/index.ts', { eager: true, import: 'feature' }),
)
