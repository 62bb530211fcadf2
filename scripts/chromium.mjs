/**
 * The browser of the journeys: the system's Chromium, because nothing here downloads binaries of its own. Its headless shell
 * is preferred: the same engine without a window uses half the CPU time.
 */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import process from 'node:process'

const PATHS = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
]

function findChromium() {
  return [process.env.COOPERAGE_CHROMIUM, ...PATHS].find(
    (path) => path !== undefined && path !== '' && existsSync(path),
  )
}

/**
 * Path of a Chromium, which root on Debian installs when there is none.
 * Otherwise `{ missing }` with what to do about it.
 */
export function ensureChromium() {
  const found = findChromium()
  if (found !== undefined) return { path: found }
  const isRoot = process.getuid?.() === 0
  if (!isRoot || !existsSync('/usr/bin/apt-get')) {
    return {
      missing:
        'Chromium was not found. Install it (Debian, Ubuntu: apt-get install chromium), or set COOPERAGE_CHROMIUM.',
    }
  }
  console.log('Installing Chromium with apt-get …')
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  for (const args of [['update'], ['install', '--yes', '--no-install-recommends', 'chromium', 'fonts-dejavu-core']]) {
    const { status, stdout, stderr } = spawnSync('apt-get', args, {
      env,
      encoding: 'utf8',
      maxBuffer: 64 << 20,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    if (status !== 0) return { missing: `apt-get ${args[0]} failed, so there is no Chromium:\n${stdout}${stderr}` }
  }
  const installed = findChromium()
  return installed === undefined ? { missing: 'apt-get installed Chromium, but it was not found' } : { path: installed }
}
