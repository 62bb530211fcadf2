import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { codeEditor } from '../../messages/en/code-editor.ts'

const PACKAGES = ['autocomplete', 'commands', 'language', 'lint', 'search', 'view']
/** `phrase("close")`, `phrase(view, "close")`, `phrase(isOpen ? "Fold line" : "Unfold line")` */
const CALL = /\bphrase\(([^()]*)/g
const STRING = /"([^"]+)"/g

function phrasesOf(name: string): string[] {
  const source = readFileSync(fileURLToPath(import.meta.resolve(`@codemirror/${name}`)), 'utf8')
  const calls = [...source.matchAll(CALL)].map(([, argument = '']) => argument)
  return calls.flatMap((call) => [...call.matchAll(STRING)].map(([, phrase = '']) => phrase))
}

test('every text of CodeMirror has one of the console', () => {
  const used = new Set(PACKAGES.flatMap(phrasesOf))
  expect([...used].toSorted()).toEqual(Object.keys(codeEditor.phrases).toSorted())
})

test('labels of the search panel are in sentence case', () => {
  const { Find, Replace, next, previous, all, regexp, replace, close, ...others } = codeEditor.phrases
  const labels: string[] = [Find, Replace, next, previous, all, regexp, replace, close]
  labels.push(others['match case'], others['by word'], others['replace all'])
  for (const label of labels) expect(label).toMatch(/^[A-Z][a-z ]+$/)
})
