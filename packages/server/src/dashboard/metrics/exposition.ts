/** Reads the text format of Prometheus, version 0.0.4. */
export interface ExposedSample {
  name: string
  labels: Record<string, string>
  value: number
}

const LINE = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})?[ \t]+(\S+)/
const LABEL = /([a-zA-Z_]\w*)="((?:[^"\\]|\\.)*)"/g

/** The samples of the metrics with these names. Lines that can't be read are skipped. */
export function parseExposition(text: string, names: ReadonlySet<string>): ExposedSample[] {
  const samples: ExposedSample[] = []
  for (const line of text.split('\n')) {
    if (line === '' || line.startsWith('#')) continue
    const [, name = '', labels = '', number = ''] = LINE.exec(line) ?? []
    const value = Number(number)
    if (!names.has(name) || number === '' || !Number.isFinite(value)) continue
    samples.push({ name, labels: parseLabels(labels), value })
  }
  return samples
}

function parseLabels(text: string): Record<string, string> {
  const pairs = Array.from(text.matchAll(LABEL), ([, name = '', value = '']): [string, string] => [
    name,
    value.replace(/\\(.)/g, (_, char: string) => (char === 'n' ? '\n' : char)),
  ])
  return Object.fromEntries(pairs)
}
