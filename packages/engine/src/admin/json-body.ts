/** Reads the JSON objects in admin requests. Missing and null fields are empty; unknown fields are ignored. */

/** The body isn't a JSON object, or a field has a value of the wrong type. The message names it. */
export class JsonBodyError extends Error {
  override name = 'JsonBodyError'
}

export interface JsonBody {
  text(name: string): string
  flag(name: string): boolean
  texts(name: string): string[]
  /** Milliseconds since the epoch; undefined when missing. */
  time(name: string): number | undefined
  /** JSON text of the value, which may be null; undefined when missing. */
  raw(name: string): string | undefined
}

/** @throws JsonBodyError */
export function readJsonBody(bytes: Uint8Array): JsonBody {
  return readFieldsOf(readJsonObject(bytes))
}

/** @throws JsonBodyError */
export function readJsonObject(bytes: Uint8Array): Record<string, unknown> {
  return objectOf(parse(Buffer.from(bytes).toString()))
}

/** The fields of a value within a document. @throws JsonBodyError */
export function readFieldsOf(value: unknown): JsonBody {
  const fields = objectOf(value)
  const fieldOf = (name: string) => fields[name] ?? undefined
  return {
    text(name) {
      const value = fieldOf(name) ?? ''
      if (typeof value !== 'string') throw new JsonBodyError(`${name} must be a string`)
      return value
    },
    flag(name) {
      const value = fieldOf(name) ?? false
      if (typeof value !== 'boolean') throw new JsonBodyError(`${name} must be true or false`)
      return value
    },
    texts(name) {
      const value = fieldOf(name) ?? []
      if (!Array.isArray(value) || !value.every((one) => typeof one === 'string')) {
        throw new JsonBodyError(`${name} must be a list of strings`)
      }
      return value
    },
    time(name) {
      const value = fieldOf(name)
      if (value === undefined) return undefined
      const time = typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value) ? Date.parse(value) : Number.NaN
      if (Number.isNaN(time)) throw new JsonBodyError(`${name} must be a time such as 2006-01-02T15:04:05Z`)
      return time
    },
    raw(name) {
      return fields[name] === undefined ? undefined : JSON.stringify(fields[name])
    },
  }
}

/** More than any document of these calls needs. Bounds recursion, such as in `JSON.stringify`. */
const MAX_LEVELS = 100

function parse(text: string): unknown {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (cause) {
    throw new JsonBodyError(cause instanceof Error ? cause.message : 'not JSON', { cause })
  }
  checkLevels(value)
  return value
}

/** @throws JsonBodyError */
function checkLevels(value: unknown): void {
  let level = [value]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_LEVELS) throw new JsonBodyError(`it has more than ${MAX_LEVELS} levels`)
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []))
  }
}

function objectOf(value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new JsonBodyError('it must be an object')
  }
  // Of any object; a copy would cost as much as parsing.
  return value as Record<string, unknown>
}
