import type { Feature } from '../shared/feature.ts'

/** All features of this build: each declares itself in its `index.ts`. */
export const FEATURES: readonly Feature[] = Object.values(
  import.meta.glob<Feature>('../*/index.ts', { eager: true, import: 'feature' }),
)
