/** What is wrong with a value, in MinIO's words. Undefined if it is valid. */

/** A 64-bit integer. */
export function numberFault(text: string): string | undefined {
  const fault = /^[+-]?\d+$/.test(text)
    ? BigInt.asIntN(64, BigInt(text.replace('+', ''))) === BigInt(text.replace('+', ''))
      ? undefined
      : 'value out of range'
    : 'invalid syntax'
  return fault && `strconv.Atoi: parsing ${JSON.stringify(text)}: ${fault}`
}

const TIME_LAYOUT = '2006-01-02T15:04:05Z07:00'

/** The parts of an RFC 3339 time: in the layout, as a pattern, and their bounds. */
const TIME_PARTS: readonly (readonly [string, RegExp, string?, number?, number?])[] = [
  ['2006', /^\d{4}/],
  ['-', /^-/],
  ['01', /^\d\d/, 'month', 1, 12],
  ['-', /^-/],
  ['02', /^\d\d/],
  ['T', /^T/],
  ['15', /^\d\d/, 'hour', 0, 23],
  [':', /^:/],
  ['04', /^\d\d/, 'minute', 0, 59],
  [':', /^:/],
  ['05', /^\d\d(?:[.,]\d+)?/, 'second', 0, 59],
  ['Z07:00', /^(?:Z|[+-]\d\d:\d\d)/],
]

/** For a text that isn't a valid time. */
export function timeFault(text: string): string {
  const parsing = `parsing time ${JSON.stringify(text)}`
  let rest = text
  for (const [written, looks, name, least = 0, most = 0] of TIME_PARTS) {
    const [part] = looks.exec(rest) ?? []
    if (part === undefined) {
      return `${parsing} as ${JSON.stringify(TIME_LAYOUT)}: cannot parse ${JSON.stringify(rest)} as ${JSON.stringify(written)}`
    }
    const number = Number.parseInt(part, 10)
    if (name !== undefined && (number < least || number > most)) return `${parsing}: ${name} out of range`
    rest = rest.slice(part.length)
  }
  return rest === '' ? `${parsing}: day out of range` : `${parsing}: extra text: ${JSON.stringify(rest)}`
}

/** Base64 of RFC 4648 with padding; names the invalid byte. */
export function base64Fault(text: string): string | undefined {
  const at = corruptByte(text)
  return at === undefined ? undefined : `illegal base64 data at input byte ${at}`
}

function corruptByte(text: string): number | undefined {
  const foreign = text.search(/[^A-Za-z0-9+/]/)
  const letters = foreign < 0 ? text.length : foreign
  const missing = letters % 4
  const padding = text.slice(letters)
  if (foreign < 0) return missing === 0 ? undefined : letters - missing
  if (padding[0] !== '=' || missing < 2) return letters
  const wanted = missing === 2 ? '==' : '='
  if (padding.startsWith(wanted)) return padding === wanted ? undefined : letters + wanted.length
  return padding.length === 1 ? text.length : letters
}

/** The rules for names of existing buckets, looser than those for new ones. */
export function bucketNameFault(name: string): string | undefined {
  if (name.trim() === '') return 'Bucket name cannot be empty'
  if (name.length < 3) return 'Bucket name cannot be shorter than 3 characters'
  if (name.length > 63) return 'Bucket name cannot be longer than 63 characters'
  if (/^(\d+\.){3}\d+$/.test(name)) return 'Bucket name cannot be an ip address'
  const isFine = /^[A-Za-z0-9][A-Za-z0-9.\-_:]{1,61}[A-Za-z0-9]$/.test(name) && !/\.\.|\.-|-\./.test(name)
  return isFine ? undefined : 'Bucket name contains invalid characters'
}
