import { s3Error } from './errors.ts'

/** Both ends are inclusive, as in Content-Range. */
export interface ByteRange {
  start: number
  end: number
}

/**
 * The range of a `Range` header (RFC 9110, section 14.2). Undefined without one: multiple ranges, other units or formats and
 * ranges that end before they start are ignored, as the RFC allows or requires.
 * @throws WireError InvalidRange
 */
export function parseRange(header: string | undefined, size: number): ByteRange | undefined {
  const match = header === undefined ? null : /^bytes=(\d*)-(\d*)$/.exec(header)
  if (match === null) return undefined
  const [, first = '', last = ''] = match
  if (first === '' && last === '') return undefined
  if (first === '') {
    const length = Number(last)
    if (length === 0 || size === 0) throw s3Error('InvalidRange')
    return { start: Math.max(0, size - length), end: size - 1 }
  }
  const start = Number(first)
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (last !== '' && Number(last) < start) return undefined
  if (start >= size) throw s3Error('InvalidRange', `The requested range '${header}' is not satisfiable`)
  return { start, end }
}
