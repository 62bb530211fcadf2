/** Parses JSON with the positions of its values, in UTF-16 units, so that findings about a policy can be shown there. */

export interface Place {
  from: number
  /** Exclusive. */
  to: number
  value: unknown
  /** Of an array. */
  items: Place[]
  /** Of an object, in the order of the text; a name can occur twice. */
  fields: { name: string; from: number; to: number; place: Place }[]
}

const TOKEN = /[ \t\r\n]*("(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+)/y
/** Deeper than any policy is nested, and shallow enough for the stack. */
const MAX_DEPTH = 100

/** @throws SyntaxError if the text isn't JSON, or nested too deeply */
export function jsonPlaces(text: string): Place {
  JSON.parse(text)
  const pattern = new RegExp(TOKEN)
  const next = (): { token: string; from: number } => {
    const match = pattern.exec(text)
    const token = match?.[1]
    if (token === undefined) throw new SyntaxError('the text ends early')
    return { token, from: pattern.lastIndex - token.length }
  }
  const peek = (): string => {
    const at = pattern.lastIndex
    const { token } = next()
    pattern.lastIndex = at
    return token
  }

  const read = (depth: number): Place => {
    if (depth > MAX_DEPTH) throw new SyntaxError('exceeded max depth')
    const { token, from } = next()
    const place: Place = { from, to: from, value: undefined, items: [], fields: [] }
    if (token === '{') {
      while (peek() !== '}') {
        const { token: name, from: at } = next()
        next()
        place.fields.push({ name: String(JSON.parse(name)), from: at, to: at + name.length, place: read(depth + 1) })
        if (peek() === ',') next()
      }
      next()
    } else if (token === '[') {
      while (peek() !== ']') {
        place.items.push(read(depth + 1))
        if (peek() === ',') next()
      }
      next()
    }
    place.to = pattern.lastIndex
    if (token === '{') place.value = Object.fromEntries(place.fields.map((field) => [field.name, field.place.value]))
    else if (token === '[') place.value = place.items.map(({ value }) => value)
    else place.value = JSON.parse(token)
    return place
  }
  return read(0)
}

/** The last field with that name, in any case: servers ignore case. */
export function fieldOf(place: Place, name: string): Place | undefined {
  return place.fields.findLast((field) => field.name.toLowerCase() === name.toLowerCase())?.place
}

/** The items of an array; a single value counts as an array with one item. */
export function placesOf(place: Place | undefined): Place[] {
  if (place === undefined || place.value === null) return []
  return Array.isArray(place.value) ? place.items : [place]
}
