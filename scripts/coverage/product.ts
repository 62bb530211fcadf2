/** The product's sources, as far as a row can be broken in them. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Sources } from './breaks.ts'

const ROOMS = ['contract', 'wire', 'storage-client', 'server', 'web', 'cli'].map((room) => `packages/${room}/src`)

/** All sources of the product below a checkout, without tests. */
export function productSources(root: string): Sources {
  const files = ROOMS.flatMap((room) =>
    readdirSync(join(root, room), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.(tsx?|css)$/.test(entry.name) && !entry.name.includes('.test.'))
      .map((entry) => join(entry.parentPath, entry.name)),
  )
  return new Map(files.map((file) => [file.slice(root.length + 1).replaceAll('\\', '/'), readFileSync(file, 'utf8')]))
}
