import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Path of the system's browser. @throws Error that says what to do if there is none */
export function findChromium(env: NodeJS.ProcessEnv = process.env): string {
  if (env.COOPERAGE_CHROMIUM) return env.COOPERAGE_CHROMIUM
  const folders = (env.PATH ?? '').split(delimiter)
  const candidates = ['chromium', 'chromium-browser', 'google-chrome'].flatMap((name) =>
    folders.map((folder) => join(folder, name)),
  )
  const found = candidates.find((path) => existsSync(path))
  if (found === undefined)
    throw new Error('The pages are measured in Chromium: install it, or set COOPERAGE_CHROMIUM to its path')
  return found
}
