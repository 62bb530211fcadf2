import { fileURLToPath } from 'node:url'
import { defineConfig } from '@playwright/test'
import { requireChromium } from '../scripts/chromium.ts'
import { CHROMIUM_FLAGS } from './src/chromium.ts'
import { SCALE, STRESS } from './src/scale.ts'
import { ON_MINIO_TOO } from './src/storages.ts'

const isMinio = process.env.COOPERAGE_PARITY === 'minio'
/** Whether those through outages, hostile content or much data run, and no others. */
const isStress = process.env.COOPERAGE_TEST_STRESS === '1'
/** The journeys of this scale on this storage; all of them unless one of the two restricts it. */
const tags = [SCALE > 1 && '@scaled', isMinio && ON_MINIO_TOO.tag, isStress && STRESS.tag].filter(
  (tag) => tag !== false,
)

/**
 * Journeys in the system's Chromium, with a fresh profile each. `COOPERAGE_PARITY=minio` puts real MinIO behind the
 * console, `COOPERAGE_CHROMIUM` names another browser.
 */
export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  // Tests of `npm run dev`, and slow: `npm run test:long` runs them.
  testIgnore: SCALE > 1 ? [] : '**/*.long.spec.ts',
  grep: new RegExp(tags.map((tag) => `(?=.*${tag})`).join('')),
  // At a larger scale there is no difference.
  ...(process.env.COOPERAGE_TEST_STRESS === '0' && SCALE === 1 ? { grepInvert: new RegExp(STRESS.tag) } : {}),
  globalSetup: fileURLToPath(new URL('./src/require-builds.ts', import.meta.url)),
  outputDir: './test-results',
  fullyParallel: true,
  forbidOnly: true,
  // Some wait for a deadline of the console, so a third one can run at the same time.
  workers: 3,
  // A busy machine isn't a failure of the product; the end of the run lists what needed a second attempt.
  retries: process.env.CI === 'true' ? 1 : 0,
  // A slow machine isn't a failure: journeys start storage servers and consoles.
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: 'list',
  use: {
    actionTimeout: 15_000,
    viewport: { width: 1360, height: 850 },
    locale: 'en-GB',
    // No waiting while a dialog fades in, and no half-transparent text in an accessibility scan.
    contextOptions: { reducedMotion: 'reduce' },
    // Recording takes a tenth of a journey's time. A second attempt is recorded; to record the first: --trace on.
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
    launchOptions: { executablePath: requireChromium(), args: CHROMIUM_FLAGS },
  },
})
