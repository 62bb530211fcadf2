/** Modules that export each file of a folder: a new one is in them without anybody editing them. */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './workspace.mjs'

const CONTRACT = join(ROOT, 'packages', 'contract', 'src')
const MESSAGES = join(ROOT, 'packages', 'web', 'src', 'messages', 'en')
const NOTE = 'Written by `npm run reference`.'

/** packages/contract/src/features.ts: each feature by its index, or by the file with its name if it has none. */
export function featureList(): string {
  const folders = readdirSync(CONTRACT, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  const entries = folders.map(({ name }) =>
    existsSync(join(CONTRACT, name, 'index.ts')) ? `./${name}/index.ts` : `./${name}/${name}.ts`,
  )
  return moduleOf(`What is declared of each feature. ${NOTE}`, entries)
}

/** packages/web/src/messages/en/index.ts: each file of English texts. */
export function messageList(): string {
  const about = 'All message files, for the types of texts. Never loaded: pages import their own files.'
  const names = readdirSync(MESSAGES).filter((name) => name !== 'index.ts')
  return moduleOf(
    `${about} ${NOTE}`,
    names.map((name) => `./${name}`),
  )
}

function moduleOf(about: string, paths: readonly string[]): string {
  // As the linter sorts them: `bucket.ts` before `bucket-columns.ts`.
  const sorted = paths.map((path) => path.replace(/\.ts$/, '')).sort()
  return `/** ${about} */\n${sorted.map((path) => `export * from '${path}.ts'\n`).join('')}`
}
