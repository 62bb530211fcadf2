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

const MISSING =
  'Chromium was not found. Install it (Debian: apt-get install chromium-headless-shell), or set COOPERAGE_CHROMIUM.'

/** Path of an installed Chromium; COOPERAGE_CHROMIUM names another browser. @throws Error that says how to install it */
export function requireChromium() {
  const found = findChromium()
  if (found === undefined) throw new Error(MISSING)
  return found
}

/**
 * Path of a Chromium, which root on Debian installs when there is none.
 * Otherwise `{ missing }` with what to do about it.
 */
export function ensureChromium() {
  const found = findChromium()
  if (found !== undefined) return { path: found }
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return { missing: MISSING }
  console.log('Installing Chromium with apt-get …')
  const failure = install('chromium-headless-shell') && install('chromium')
  if (failure) return { missing: `apt-get failed, so there is no Chromium:\n${failure}` }
  const installed = findChromium()
  return installed === undefined ? { missing: 'apt-get installed Chromium, but it was not found' } : { path: installed }
}

/** What apt-get said when it failed; '' otherwise. Ubuntu has no package of the headless shell. */
function install(chromium) {
  for (const args of [['update'], ['install', '--yes', '--no-install-recommends', chromium, 'fonts-dejavu-core']]) {
    const { status, stdout, stderr } = spawnSync('apt-get', args, {
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      encoding: 'utf8',
      maxBuffer: 64 << 20,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    if (status !== 0) return `${stdout}${stderr}`
  }
  return ''
}
