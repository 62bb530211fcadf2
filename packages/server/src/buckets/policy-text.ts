/** A policy as people read it; '' without one. What is no JSON is shown as it is. */
export function indentedPolicy(policy: string | undefined): string {
  if (policy === undefined || policy === '') return ''
  const document = jsonOf(policy)
  return document === undefined ? policy : JSON.stringify(document, undefined, 2)
}

/** Whether two texts say the same. Servers give actions and resources in another order each time. */
export function isSamePolicy(a: string | undefined, b: string): boolean {
  return canonical(a ?? '') === canonical(b)
}

function canonical(text: string): string {
  const document = jsonOf(text)
  return document === undefined ? text : JSON.stringify(inOrder(document))
}

function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => JSON.stringify(inOrder(one))).sort()
  if (typeof value !== 'object' || value === null) return value
  return Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, one]) => [name, inOrder(one)])
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Not JSON: it is compared and shown as the text that it is.
    return undefined
  }
}
