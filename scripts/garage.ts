/** Garage, an S3 server with an admin API of its own, which cargo builds into the cache folder from the registry of Rust. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { cacheFolder } from './cache-folder.ts'
import { messageOf, run } from './go-programs.ts'

const VERSION = '2.5.0'

const folder = () => join(cacheFolder(), 'garage')

/** Where it is, whether it is there yet or not. */
export function garagePath(): string {
  return join(folder(), 'bin', 'garage')
}

/** Builds it unless the cache has it. Returns what went wrong; '' otherwise. */
export function ensureGarage(): string {
  if (existsSync(garagePath())) return ''
  console.log('Building Garage with cargo (once, twenty to sixty minutes) …')
  try {
    run('cargo', ['install', `garage@${VERSION}`, '--locked', '--root', folder()], { maxBuffer: 64 << 20 })
    return ''
  } catch (error) {
    return messageOf(error)
  }
}
