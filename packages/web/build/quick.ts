/**
 * Vite's mode for a build that only the machine of its builder loads (`npm run build:quick`): compressed quickly, and without the
 * checks that compress everything well to measure it.
 */
export const QUICK = 'quick'
