/** `node scripts/release/write-notices.ts <file> <list>…`: writes the third-party licences by the lists of the two builds. */
import { writeFileSync } from 'node:fs'
import process from 'node:process'
import { ROOT } from '../workspace.mjs'
import { releasedPackages } from './bundled-packages.ts'
import { notices } from './materials.ts'

const [file, ...lists] = process.argv.slice(2)
if (file === undefined || lists.length === 0)
  throw new Error('Name the file, and the lists of packages that builds write')
writeFileSync(file, notices(ROOT, releasedPackages(...lists)))
