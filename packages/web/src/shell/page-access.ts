import { PAGES } from '@cooperage/contract'

/** The result for an address, given the pages of the session (spec core-console 2, Other top-level routes). */
export type Access = { kind: 'open' } | { kind: 'go'; path: string } | { kind: 'unknown' }

/** `path` is below the base path and still encoded; `pages` are route patterns, the first of them the landing page. */
export function pageAccess(path: string, pages: readonly string[]): Access {
  if (pages.some((pattern) => matches(pattern, path))) return { kind: 'open' }
  const isOurs = path === '/' || PAGES.some((page) => matches(page.path, path))
  if (!isOurs) return { kind: 'unknown' }
  const first = pages.find((pattern) => !/[:*]/.test(pattern))
  return first === undefined ? { kind: 'unknown' } : { kind: 'go', path: first }
}

/** Whether a pattern with `:name` (one segment), a final `:name+` (one or more) or `*` (any rest) matches the path. */
function matches(pattern: string, path: string): boolean {
  const wanted = pattern.split('/')
  const given = path.split('/')
  const takesRest = /^\*$|\+$/.test(wanted.at(-1) ?? '')
  if (wanted.at(-1) === '*') wanted.pop()
  if (takesRest ? given.length < wanted.length : given.length !== wanted.length) return false
  return wanted.every((piece, index) => (piece.startsWith(':') ? given[index] !== '' : piece === given[index]))
}
