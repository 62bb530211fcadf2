const DESCRIBING = [
  'content-type',
  'content-encoding',
  'content-disposition',
  'content-language',
  'cache-control',
  'expires',
]

/** The headers that describe an object, among all of its headers. */
export function describing(head: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(head).filter(([name]) => DESCRIBING.includes(name) || name.startsWith('x-amz-meta-')),
  )
}
