import { OPERATOR_PAGES, PAGES } from '@cooperage/contract'
import { formerTarget } from './former-addresses.ts'

/** The result for an address, segments the pages of the session (spec core-console 2, Other top-level routes). */
export type Access = { kind: 'open' } | { kind: 'go'; path: string } | { kind: 'unknown' }

/** `path` is below the base path and still encoded; `pages` are route patterns, the first of them the landing page. */
export function pageAccess(path: string, pages: readonly string[]): Access {
  const former = formerTarget(path)
  if (former !== undefined) return { kind: 'go', path: former }
  if (pages.some((pattern) => matches(pattern, path))) return { kind: 'open' }
  const isOurs = path === '/' || [...PAGES, ...OPERATOR_PAGES].some((page) => matches(page.path, path))
  if (!isOurs) return { kind: 'unknown' }
  const first = pages.find((pattern) => !/[:*]/.test(pattern))
  return first === undefined ? { kind: 'unknown' } : { kind: 'go', path: first }
}

/** Whether a pattern with `:name` (one segment), a final `:name+` (one or more) or `*` (any rest) matches the path. */
function matches(pattern: string, path: string): boolean {
  const pieces = pattern.split('/')
  const segments = path.split('/')
  const matchesRest = /^\*$|\+$/.test(pieces.at(-1) ?? '')
  if (pieces.at(-1) === '*') pieces.pop()
  if (matchesRest ? segments.length < pieces.length : segments.length !== pieces.length) return false
  return pieces.every((piece, index) => (piece.startsWith(':') ? segments[index] !== '' : piece === segments[index]))
}
