/** Fields of a statement that hold several values, or one that stands for a list of one. */
const LISTS = new Set(['action', 'notaction', 'resource', 'notresource', 'aws'])

/**
 * A policy as it is shown and compared: two spaces a level, values in alphabetical order, since servers keep them in none.
 * A text that is no JSON comes back as it is.
 */
export function formatPolicy(policy: string): string {
  const document = parsed(policy)
  return document === undefined ? policy : JSON.stringify(inOrder(document, ''), undefined, 2)
}

/** A policy without the white space between its values, as it is sent: servers limit its bytes. A text that is no JSON stays as it is. */
export function compactPolicy(policy: string): string {
  const document = parsed(policy)
  return document === undefined ? policy : JSON.stringify(document)
}

/** Whether two texts say the same, however they are written. */
export function isSamePolicy(a: string, b: string): boolean {
  return formatPolicy(a) === formatPolicy(b)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Somebody is still writing it, or it never was one: it is shown and compared letter by letter.
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
