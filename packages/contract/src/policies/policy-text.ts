/** Fields of a statement that contain a list, or a single value that is equivalent to a list of one. */
const LISTS = new Set(['action', 'notaction', 'resource', 'notresource', 'aws'])

/**
 * Formats a policy for display and comparison: two spaces of indentation, lists sorted, because servers don't keep their
 * order. Text that isn't JSON is returned unchanged.
 */
export function formatPolicy(policy: string): string {
  const document = parsed(policy)
  return document === undefined ? policy : JSON.stringify(inOrder(document, ''), undefined, 2)
}

/**
 * Removes whitespace from a policy before it is sent, because servers limit its size. Text that isn't JSON is returned
 * unchanged.
 */
export function compactPolicy(policy: string): string {
  const document = parsed(policy)
  return document === undefined ? policy : JSON.stringify(document)
}

/** Whether two policies are equal regardless of formatting. */
export function isSamePolicy(a: string, b: string): boolean {
  return formatPolicy(a) === formatPolicy(b)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Not JSON (yet): shown and compared as plain text.
    return undefined
  }
}

function inOrder(value: unknown, name: string): unknown {
  if (Array.isArray(value)) {
    const values = value.map((one) => inOrder(one, ''))
    return values.every((one) => typeof one !== 'object') ? values.toSorted() : values
  }
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, inOrder(one, key)]))
  }
  return LISTS.has(name.toLowerCase()) && typeof value === 'string' ? [value] : value
}

/** Far more levels than a policy has. */
const MAX_LEVELS = 100

/** Whether lists and objects of a JSON text are nested so deeply that programs refuse it, or fail to process it. */
export function isTooDeep(json: string): boolean {
  let depth = 0
  for (const [token] of json.matchAll(/"(?:[^"\\]|\\.)*"?|[[{\]}]/gs)) {
    if (token === '[' || token === '{') depth++
    else if (token === ']' || token === '}') depth--
    if (depth > MAX_LEVELS) return true
  }
  return false
}
