import { ON_MINIO_TOO } from './storages.ts'

/** The factor over the quick run, 1 to 10, from the environment. */
export const SCALE = Math.min(10, Math.max(1, Number(process.env.COOPERAGE_TEST_SCALE ?? 1)))

/** For a journey whose amount of data depends on the scale: at scales other than 1, only these run. */
export const SCALED = { tag: ['@scaled', ON_MINIO_TOO.tag] }

/** For a journey through outages, hostile content or much data: the suite `stress` has these, and `journeys` all others. */
export const STRESS = { tag: '@stress' }
