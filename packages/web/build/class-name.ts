import { createHash } from 'node:crypto'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** The name of a class in the one sheet of all pages. The default has its line too, which costs the first scripts 0.8 kB. */
export function className(name: string, file: string): string {
  const sheet = createHash('sha256').update(relative(ROOT, file)).digest('hex').slice(0, 5)
  return `${name}_${sheet}`
}
