interface LogLine {
  number: number
  text: string
  /** Whether it starts with three spaces: it continues the line above. */
  isIndented: boolean
}

const ESCAPE = String.fromCharCode(27)
/** Colors and cursor movements of terminals. */
const COLOR_CODES = new RegExp(`${ESCAPE}\\[[0-9;?]*[A-Za-z]`, 'g')

/** The lines of a log without control sequences of terminals (spec operator-mode 2, Pod page). */
export function logLines(log: string): LogLine[] {
  const lines = log.replace(COLOR_CODES, '').split(/\r?\n/)
  if (lines.at(-1) === '') lines.pop()
  return lines.map((line, number) => ({
    number,
    text: line.replaceAll('\t', '  ').replace(/\p{Cc}/gu, ''),
    isIndented: line.startsWith('   '),
  }))
}

/** Whether a line contains the text, in any case. */
export function isHighlighted(line: string, search: string): boolean {
  return search !== '' && line.toLowerCase().includes(search.toLowerCase())
}
