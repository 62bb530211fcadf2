import { ON_MINIO_TOO } from './storages.ts'

/** How much more than the quick run is wanted: by environment, 1 to 10. */
export const SCALE = Math.min(10, Math.max(1, Number(process.env.COOPERAGE_TEST_SCALE ?? 1)))

/** For a journey whose figures grow with the scale: at another scale than 1, only these are run. */
export const SCALED = { tag: ['@scaled', ON_MINIO_TOO.tag] }
