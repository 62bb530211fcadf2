import { type Text, textsOf } from '../text.ts'

/** Why an object name is invalid. The texts complete "This isn’t a valid object name: …". */
export const OBJECT_NAME_TEXTS = {
  empty: 'it is empty',
  unicode: 'it is not valid Unicode',
  null: 'it contains a null character',
  tooLong: 'it is longer than 1,024 bytes',
  startSlash: 'it starts with a slash',
  twoSlashes: 'it contains two slashes in a row',
  dots: 'it contains the path segment "{{segment}}"',
  longSegment: 'a path segment is longer than 255 bytes',
} as const

const text = textsOf('objectName', OBJECT_NAME_TEXTS)

const encoder = new TextEncoder()

/**
 * Why an object name is invalid, or undefined if it is valid. These are MinIO's limits; an invalid name is rejected, never
 * stored under a different one.
 */
export function objectNameProblem(key: string): Text | undefined {
  if (key === '') return text('empty')
  if (!key.isWellFormed()) return text('unicode')
  if (key.includes('\0')) return text('null')
  if (isLonger(key, 1024)) return text('tooLong')
  if (key.startsWith('/')) return text('startSlash')
  const segments = key.split('/')
  if (segments.at(-1) === '') segments.pop()
  for (const segment of segments) {
    if (segment === '') return text('twoSlashes')
    if (segment === '.' || segment === '..') return text('dots', { segment })
    if (isLonger(segment, 255)) return text('longSegment')
  }
  return undefined
}

/** Encodes only what is neither short nor long enough anyway: an upload can have thousands of names. */
function isLonger(text: string, bytes: number): boolean {
  return text.length > bytes || (text.length * 3 > bytes && encoder.encode(text).length > bytes)
}

/** The name of a copy that is kept next to an existing object: 'photo.jpg' and 2 give 'photo (2).jpg'. */
export function numberedName(name: string, number: number): string {
  const folder = name.lastIndexOf('/') + 1
  const dot = name.lastIndexOf('.')
  const at = dot > folder ? dot : name.length
  return `${name.slice(0, at)} (${number})${name.slice(at)}`
}
