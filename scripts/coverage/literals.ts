/** Where the product's sources say a text. */
import { holds, type Literal, quoteIn } from './quotes.ts'
import { literal, parse, walk } from './syntax.ts'

/** Names of modules are no texts. */
const MODULES = new Set(['ImportDeclaration', 'ExportAllDeclaration', 'ImportExpression'])
const PLACEHOLDER = /\$?\{+[^{}]*\}+/g

/** The literals of a source that hold a quoted text. */
export function literalsHolding(code: string, file: string, quote: string): Literal[] {
  if (!mightHold(code, quote)) return []
  const found = literalsOf(code, file)
  return found.filter(({ text }) => holds(text.replaceAll(PLACEHOLDER, '{}'), quote))
}

/** Read once a source: many rows are looked for in it. */
const READ = new Map<string, readonly Literal[]>()

function literalsOf(code: string, file: string): readonly Literal[] {
  const known = READ.get(code)
  if (known !== undefined) return known
  const program = parse(code, file)
  const found = [...walk(program, (node) => !MODULES.has(node.type))].flatMap((node) => literal(node) ?? [])
  READ.set(code, found)
  return found
}

/** The source with the quoted text in these literals turned back to front, word by word; what is put in stays. */
export function broken(code: string, places: readonly Literal[], quote: string): string {
  let result = code
  for (const { start, end } of places.toSorted((a, b) => b.start - a.start)) {
    const written = result.slice(start, end)
    const pattern = quoteIn(quote)
    const changed = pattern.test(written) ? written.replace(quoteIn(quote), reversedWords) : reversedWords(written)
    result = result.slice(0, start) + changed + result.slice(end)
  }
  return result
}

/** `Create Bucket` becomes `etaerC tekcuB`; `{{name}}` and escapes stay. A word that reads the same both ways gets a letter. */
export function reversedWords(text: string): string {
  return text.replaceAll(/\$?\{+[^{}]*\}+|\\.|\p{L}+|\d+/gu, (part) => {
    if (/^[${\\]/.test(part)) return part
    const reversed = [...part].reverse().join('')
    return reversed === part ? `${part}${/\d/.test(part) ? '1' : 'x'}` : reversed
  })
}

/** Cheaper than a parse: whether the longest fixed part of the quote stands there at all. */
function mightHold(code: string, quote: string): boolean {
  const longest = quote.split(PLACEHOLDER).reduce((a, b) => (b.length > a.length ? b : a), '')
  const words = longest.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '')
  return words.every((word) => code.includes(word))
}
