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

/**
 * Whether two policies of identities have the same effect as far as servers rewrite them: MinIO makes lists of single values, sorts
 * fields and drops repeated statements, and ARNs have the partition of AWS that a server is in.
 */
export function isEquivalentPolicy(a: string, b: string): boolean {
  const [one, other] = [parsed(a), parsed(b)]
  if (one === undefined || other === undefined) return a === b
  return canonical(one) === canonical(other)
}

function canonical(policy: unknown): string {
  if (!isObject(policy)) return JSON.stringify(policy)
  // An ID has no effect, and its field has two names.
  const { Id, ID, Statement, ...others } = policy
  const statements = listOf(Statement).map((one) => {
    if (!isObject(one)) return JSON.stringify(one)
    const { Sid, Condition, ...fields } = one
    const condition = isObject(Condition) && Object.keys(Condition).length === 0 ? undefined : Condition
    return JSON.stringify(sorted({ ...fields, ...(condition !== undefined && { Condition: condition }) }))
  })
  return JSON.stringify(sorted({ ...others, Statement: [...new Set(statements)] }))
}

/** All single values as lists of texts, as MinIO has them. */
function sorted(value: unknown): unknown {
  if (!isObject(value)) {
    const values = listOf(value).map((one) => (typeof one === 'object' ? JSON.stringify(one) : plainText(String(one))))
    return [...new Set(values)].sort()
  }
  const entries = Object.entries(value).map(([key, one]): [string, unknown] => [key, sorted(one)])
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)))
}

function plainText(text: string): string {
  return text.replace(/^arn:aws[a-z-]*:/, 'arn:aws:')
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : value === undefined ? [] : [value]
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
