/** A text that would grow beyond this stays as it is: one of brackets only grows with the square of its length. */
const MAX_LENGTH = 4 * 1024 * 1024
/** Lines longer than this are taken for JSON that was written for machines. */
const MAX_LINE = 400

/** Whether a JSON text is hard to read as it is stored: everything on one line, or on few. */
export function isCompact(json: string): boolean {
  return json.length > MAX_LINE && json.length / (json.split('\n', json.length / MAX_LINE + 1).length || 1) > MAX_LINE
}

/**
 * Puts every member on its own line. It works token by token, so that numbers, duplicate names and the order stay as they are, a
 * text that is cut off or isn't JSON stays readable, and no depth is too deep.
 */
export function indentJson(json: string): string {
  const lines: string[] = []
  let line = ''
  let depth = 0
  let length = 0
  const flush = () => {
    if (line.trim() !== '') lines.push(line)
    length += line.length + 1
    line = '  '.repeat(depth)
  }
  for (const [token] of json.matchAll(/"(?:[^"\\]+|\\.)*"?|[{[]\s*[}\]]|[{}[\],:]|[^\s{}[\],:"]+/gs)) {
    if (length + 2 * depth > MAX_LENGTH) return json
    if (token === '{' || token === '[') {
      line += token
      depth += 1
      flush()
    } else if (token === '}' || token === ']') {
      depth = Math.max(0, depth - 1)
      flush()
      line += token
    } else if (token === ',') {
      line += token
      flush()
    } else if (token === ':') {
      line += ': '
    } else {
      line += /^[{[]/.test(token) ? `${token[0]}${token.at(-1)}` : token
    }
    // Values of JSON Lines follow each other without a comma.
    if (depth === 0 && (token === '}' || token === ']')) flush()
  }
  if (line.trim() !== '') lines.push(line)
  return lines.join('\n')
}
