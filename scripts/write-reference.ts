/**
 * Writes docs/reference/api.md and errors.md from the contract, aws-differences.md from the parity cases, servers.md from what
 * the tests saw, and the modules that list the files of a folder, or, with `--check`, exits with 1 when they are stale.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { awsDifferencesPage } from '@cooperage/parity/aws-differences'
import { featureList, messageList } from './module-lists.ts'
import { apiReference, errorReference } from './reference.ts'
import { serversReference } from './servers-reference.ts'

const FILES = [
  ['docs/reference/api.md', apiReference()],
  ['docs/reference/errors.md', errorReference()],
  ['docs/reference/aws-differences.md', awsDifferencesPage()],
  ['docs/reference/servers.md', serversReference()],
  ['packages/contract/src/features.ts', featureList()],
  ['packages/web/src/messages/en/index.ts', messageList()],
] as const

const onlyChecks = process.argv.includes('--check')
for (const [path, text] of FILES) {
  const url = new URL(`../${path}`, import.meta.url)
  const present = await readFile(url, 'utf8').catch(() => '')
  if (present === text) continue
  if (!onlyChecks) await writeFile(url, text)
  else {
    console.error(`${path} is stale. Run: npm run reference`)
    process.exitCode = 1
  }
}
