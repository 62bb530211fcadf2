/** How the product is broken at a row: the places at which its quoted text, or its path, is changed. */
import { CHOSEN } from './chosen-breaks.ts'
import { broken, literalsHolding } from './literals.ts'
import type { Row, SpecifiedCall } from './rows.ts'

/** A change of one file. */
export interface Break {
  file: string
  code: string
  /** For the reader: what was changed. */
  about: string
}

/** Text of a source file by its path in the project. */
export type Sources = ReadonlyMap<string, string>

const WEB = 'packages/web/src'
const CONTRACT = 'packages/contract/src'

/** Where the product's texts are looked for: the first of these that holds one is where it is said. */
const TEXT_PLACES = [`${WEB}/messages/en/`, CONTRACT, WEB, 'packages/server/src', 'packages/storage-client/src']

/** A single word, a number or a path stands in code for too many things to be changed wherever it stands. */
const NO_SENTENCE = /^([\p{L}_-]+|[\d,_.]+|\S*\/\S*)$/u

/** Every way to break the product at a row; empty when no place is known. */
export function breaksOf(row: Row, sources: Sources): Break[][] {
  const chosen = CHOSEN[row.id]
  if (chosen !== undefined) {
    const [file, from, to] = chosen
    const code = sources.get(file) ?? ''
    return code.includes(from) ? [[{ file, code: code.replaceAll(from, to), about: `${from} → ${to}` }]] : []
  }
  return [
    ...row.calls.map((call) => callBreaks(call, sources)),
    ...row.texts.map((text) => textBreaks(text, sources)),
  ].filter((breaks) => breaks.length > 0)
}

/** The path of a call in the contract, with its last fixed segment changed. */
function callBreaks({ method, path }: SpecifiedCall, sources: Sources): Break[] {
  const pattern = (path.split('?')[0] ?? '')
    .split(/\{[^{}]*\}/)
    .map(escaped)
    .join(':\\w+')
  const declaration = new RegExp(`(method: '${method}',[^{}]*?\\spath: '/api/v1)(${pattern})'`, 'g')
  const isThere = new RegExp(declaration.source)
  return [...sources].flatMap(([file, code]) => {
    if (!file.startsWith(CONTRACT) || !isThere.test(code)) return []
    const changed = code.replace(declaration, (_, head: string, found: string) => `${head}${otherPath(found)}'`)
    return [{ file, code: changed, about: `${method} ${path} → ${otherPath(path)}` }]
  })
}

/** `/buckets/:bucket` becomes `/buckets-broken/:bucket`. */
function otherPath(path: string): string {
  return path.replace(/\/([\w-]+)((?:\/[:{][^/]*)*)$/, '/$1-broken$2')
}

function textBreaks(text: string, sources: Sources): Break[] {
  const places = NO_SENTENCE.test(text) ? TEXT_PLACES.slice(0, 1) : TEXT_PLACES
  for (const place of places) {
    const breaks = [...sources].flatMap(([file, code]) => {
      if (!file.startsWith(place) || file.endsWith('.css')) return []
      const literals = literalsHolding(code, file, text)
      return literals.length === 0 ? [] : [{ file, code: broken(code, literals, text), about: `"${text}"` }]
    })
    if (breaks.length > 0) return breaks
  }
  return []
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
}
