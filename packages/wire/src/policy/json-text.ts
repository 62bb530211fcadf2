/**
 * Parses the first JSON value of a text as MinIO's decoder does: everything after it is ignored, and an error names the byte
 * that the grammar of RFC 8259 doesn't allow.
 */

/** Deeper than any policy is nested. */
const MAX_DEPTH = 100

const SPACE = new Set([0x20, 0x09, 0x0a, 0x0d])
const LITERALS: Record<string, string> = { t: 'true', f: 'false', n: 'null' }

/** @throws SyntaxError whose message is the protocol's */
export function parseFirstJson(text: string): unknown {
  const bytes = Buffer.from(text)
  const end = new Scanner(bytes).value(0)
  return JSON.parse(bytes.toString('utf8', 0, end))
}

class Scanner {
  readonly #bytes: Buffer
  #at = 0

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  /** Scans one value and returns its end. */
  value(depth: number): number {
    if (depth > MAX_DEPTH) throw new SyntaxError('exceeded max depth')
    this.#skipSpace()
    if (depth === 0 && this.#at === this.#bytes.length) throw new SyntaxError('EOF')
    const start = this.#next('looking for beginning of value', /[{["\-0-9tfn]/)
    const literal = LITERALS[start]
    if (start === '{') this.#object(depth)
    else if (start === '[') this.#array(depth)
    else if (start === '"') this.#text()
    else if (literal !== undefined) this.#literal(literal)
    else this.#number(start)
    return this.#at
  }

  #object(depth: number): void {
    this.#skipSpace()
    if (this.#accept(/}/)) return
    do {
      this.#skipSpace()
      this.#next('looking for beginning of object key string', /"/)
      this.#text()
      this.#skipSpace()
      this.#next('after object key', /:/)
      this.value(depth + 1)
      this.#skipSpace()
    } while (this.#next('after object key:value pair', /[,}]/) === ',')
  }

  #array(depth: number): void {
    this.#skipSpace()
    if (this.#accept(/]/)) return
    do {
      this.value(depth + 1)
      this.#skipSpace()
    } while (this.#next('after array element', /[,\]]/) === ',')
  }

  #text(): void {
    for (;;) {
      // biome-ignore lint/suspicious/noControlCharactersInRegex: a string can't contain them.
      const character = this.#next('in string literal', /[^\x00-\x1f]/)
      if (character === '"') return
      if (character !== '\\' || this.#next('in string escape code', /["\\/bfnrtu]/) !== 'u') continue
      for (let digits = 0; digits < 4; digits++) this.#next('in \\u hexadecimal character escape', /[\da-fA-F]/)
    }
  }

  #literal(word: string): void {
    for (const letter of word.slice(1)) this.#next(`in literal ${word} (expecting '${letter}')`, RegExp(letter))
  }

  #number(start: string): void {
    const first = start === '-' ? this.#next('in numeric literal', /\d/) : start
    if (first !== '0') this.#digits()
    if (this.#accept(/\./)) {
      this.#next('after decimal point in numeric literal', /\d/)
      this.#digits()
    }
    if (this.#accept(/[eE]/)) {
      this.#accept(/[+-]/)
      this.#next('in exponent of numeric literal', /\d/)
      this.#digits()
    }
  }

  #digits(): void {
    while (this.#accept(/\d/));
  }

  #skipSpace(): void {
    while (SPACE.has(this.#bytes[this.#at] ?? -1)) this.#at++
  }

  #accept(wanted: RegExp): boolean {
    const byte = this.#bytes[this.#at]
    if (byte === undefined || !wanted.test(String.fromCharCode(byte))) return false
    this.#at++
    return true
  }

  #next(where: string, wanted: RegExp): string {
    const byte = this.#bytes[this.#at]
    if (byte === undefined) throw new SyntaxError('unexpected EOF')
    const character = String.fromCharCode(byte)
    if (!wanted.test(character)) throw new SyntaxError(`invalid character ${quoted(character)} ${where}`)
    this.#at++
    return character
  }
}

function quoted(character: string): string {
  const code = character.charCodeAt(0)
  const named: Record<string, string> = {
    "'": "\\'",
    '\\': '\\\\',
    '\b': '\\b',
    '\f': '\\f',
    '\n': '\\n',
    '\r': '\\r',
    '\t': '\\t',
    '\u0007': '\\a',
    '\v': '\\v',
  }
  const hexadecimal = code.toString(16)
  if (named[character] !== undefined) return `'${named[character]}'`
  if (code < 0x20 || code === 0x7f) return `'\\x${hexadecimal.padStart(2, '0')}'`
  if (code > 0x7f && (code <= 0xa0 || code === 0xad)) return `'\\u${hexadecimal.padStart(4, '0')}'`
  return `'${character}'`
}
