import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** The headless shell first: the same engine without the window around it takes half the processor time. */
const PROGRAMS = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome']

/** A name that is not localhost, as a machine in a home network has one; the browser finds this machine under it. */
export const LAN_NAME = 'nas.lan'

export const CHROMIUM_FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--host-resolver-rules=MAP ${LAN_NAME} 127.0.0.1`,
]

/** Path of the system's browser. @throws Error with what to do when there is none */
export function findChromium(env: NodeJS.ProcessEnv = process.env): string {
  if (env.COOPERAGE_CHROMIUM) return env.COOPERAGE_CHROMIUM
  const folders = (env.PATH ?? '').split(delimiter)
  const found = PROGRAMS.flatMap((program) => folders.map((folder) => join(folder, program))).find(existsSync)
  if (found === undefined) {
    throw new Error(`The journeys need one of ${PROGRAMS.join(', ')} on the PATH, or its path in COOPERAGE_CHROMIUM.`)
  }
  return found
}
