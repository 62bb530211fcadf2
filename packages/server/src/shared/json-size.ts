/** The time to parse and validate JSON depends on the number of its values and on its levels more than on its bytes. */
const MAX_VALUES = 60_000
const MAX_FIELDS = 1_000
const MAX_LEVELS = 100

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a]
const [OPEN_LIST, OPEN_OBJECT, CLOSE_LIST, CLOSE_OBJECT] = [0x5b, 0x7b, 0x5d, 0x7d]

/** Why a text of JSON isn't parsed, although it isn't longer than the limit in bytes; undefined if it is. It may be malformed. */
export function jsonProblem(json: Uint8Array): string | undefined {
  const fields = new Uint32Array(MAX_LEVELS + 1)
  let [level, values, isText] = [0, 1, false]
  for (let at = 0; at < json.length; at++) {
    const byte = json[at]
    if (isText) {
      if (byte === BACKSLASH) at++
      else if (byte === QUOTE) isText = false
    } else if (byte === QUOTE) isText = true
    else if (byte === COMMA) values++
    else if (byte === COLON) {
      fields[level] = (fields[level] ?? 0) + 1
      if ((fields[level] ?? 0) > MAX_FIELDS) return `an object in it has more than ${MAX_FIELDS} fields`
    } else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
      level++
      values++
      if (level > MAX_LEVELS) return `it has more than ${MAX_LEVELS} levels of nesting`
      fields[level] = 0
    } else if ((byte === CLOSE_LIST || byte === CLOSE_OBJECT) && level > 0) level--
    if (values > MAX_VALUES) return `it has more than ${MAX_VALUES} values`
  }
  return undefined
}
