/** The text of a package's licence. */
import { globSync, readFileSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

/** The files of a package's own licence, and of what its binary is compiled from, as `lmdb` has it. */
const FILES = '{,dependencies/**/}{LICENSE,LICENCE,license,licence,License,COPYING,COPYRIGHT,NOTICE}*'
/** Vite has those of its own development in the same file; nothing of them is in what it builds. */
const BUNDLED_ELSEWHERE = '\n# Licenses of bundled dependencies'
const require = createRequire(import.meta.url)

/**
 * The licence of the package in a folder, or of the package in `source` if that one is compiled from it. Some name it in their
 * manifest only: then it is the text of that licence, with the copyright line of their author. @throws Error if there is neither a
 * text nor a known name
 */
export function licenceText(folder: string, name: string | undefined, source?: string): string {
  return ownText(folder) ?? (source && ownText(source)) ?? standardText(name, folder)
}

function ownText(folder: string): string | undefined {
  const texts = globSync(FILES, { cwd: folder })
    .filter((file) => statSync(join(folder, file)).isFile())
    .sort()
    .map((file) => readFileSync(join(folder, file), 'utf8').split(BUNDLED_ELSEWHERE, 1)[0]?.trim() ?? '')
  return texts.length === 0 ? undefined : [...new Set(texts)].join('\n\n')
}

/** The author whom the manifest in a folder names, or whoever that may be. */
function authorOf(folder: string): string {
  const { name, author, contributors } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const [one] = [author, ...(contributors ?? [])].filter(Boolean)
  return typeof one === 'object'
    ? [one.name, one.email && `<${one.email}>`].filter(Boolean).join(' ')
    : (one ?? `the authors of ${name}`)
}

/** The text of the first licence that an SPDX expression names. */
function standardText(expression: string | undefined, folder: string): string {
  const [id] = /[\w.-]+/.exec(expression ?? '') ?? []
  if (id === undefined) throw new Error(`${folder} has no licence file, and its manifest names no licence`)
  const { licenseText }: { licenseText: string } = require(`spdx-license-list/licenses/${id}.json`)
  const line = `Copyright (c) ${authorOf(folder)}`
  const lines = /^(Copyright \(c\) .*\n)+/m
  return (lines.test(licenseText) ? licenseText.replace(lines, `${line}\n`) : `${line}\n\n${licenseText}`).trim()
}
