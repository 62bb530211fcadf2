/**
 * `npm run messages -- new <tag>` writes the files of a new language, in English; of one that exists, what it lacks.
 * `npm run messages -- check [<tag>]` prints what is missing in it, or in all.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import process from 'node:process'
import { englishCatalogue, LANGUAGES } from '@cooperage/contract'
import * as files from '../src/messages/en/index.ts'
import {
  englishTranslation,
  expectedMessages,
  folderOf,
  type Messages,
  problemsOf,
  readTranslation,
} from './translations.ts'

const english = englishTranslation(files, englishCatalogue())

/** What a language has, in the order of English, and English where it has nothing. */
function completed(wanted: Messages, has: Messages): Messages {
  return Object.fromEntries(
    Object.entries(wanted).map(([name, message]) => {
      const own = has[name]
      if (typeof message === 'string') return [name, typeof own === 'string' ? own : message]
      return [name, completed(message, typeof own === 'object' ? own : {})]
    }),
  )
}

function write(tag: string): void {
  const folder = folderOf(tag)
  const has = readTranslation(tag)
  mkdirSync(folder, { recursive: true })
  for (const [file, messages] of english) {
    const complete = completed(expectedMessages(messages, tag), has.get(file) ?? {})
    writeFileSync(join(folder, file), `${JSON.stringify(complete, null, 2)}\n`)
  }
  console.log(`${english.size} files in ${relative('', folder)}`)
}

function check(tag: string): boolean {
  const problems = problemsOf(english, readTranslation(tag), tag)
  for (const problem of problems) console.log(`${tag}/${problem}`)
  console.log(`${tag}: ${problems.length} problems`)
  return problems.length === 0
}

const [command, tag] = process.argv.slice(2)
if (command === 'new' && tag !== undefined && tag !== 'en') write(tag)
else if (command === 'check') {
  const tags = tag === undefined ? LANGUAGES.map((one) => one.tag).filter((one) => one !== 'en') : [tag]
  if (tags.map(check).includes(false)) process.exitCode = 1
} else {
  console.error('npm run messages -- new <tag>, for example new pt-BR; or check [<tag>]')
  process.exitCode = 2
}
