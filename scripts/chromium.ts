/**
 * The browser of the journeys: the system's Chromium, because nothing here downloads binaries of its own. Its headless shell
 * is preferred: the same engine without a window uses half the CPU time.
 */
import { existsSync } from 'node:fs'
import process from 'node:process'

/** Debian's package of the same name; Ubuntu has none. */
export const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell'

const PATHS = [
  HEADLESS_SHELL,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
]

/** Path of an installed Chromium; undefined if there is none. COOPERAGE_CHROMIUM names another browser. */
export function findChromium(): string | undefined {
  return [process.env.COOPERAGE_CHROMIUM, ...PATHS].find(
    (path) => path !== undefined && path !== '' && existsSync(path),
  )
}

/** The same. @throws Error that says how to install it */
export function requireChromium(): string {
  const found = findChromium()
  if (found !== undefined) return found
  throw new Error("Chromium wasn't found. Run npm run programs chromium, or name one in COOPERAGE_CHROMIUM.")
}
