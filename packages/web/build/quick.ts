/**
 * Vite's mode for a build that only the machine of its builder loads (`npm run build:quick`): compressed at a lower quality, and
 * without the checks that compress everything at the highest one to measure it.
 */
export const QUICK = 'quick'
