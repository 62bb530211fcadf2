/** The text format of Prometheus, version 0.0.4. */
export type Labels = Record<string, string>

export interface Sample {
  labels: Labels
  value: number
}

export interface Family {
  name: string
  type: 'gauge' | 'counter'
  help: string
  samples: Sample[]
}

export function family(name: string, type: Family['type'], help: string, samples: Sample[]): Family {
  return { name, type, help, samples }
}

/** No sample when the value is unknown. */
export function sample(labels: Labels, value: number | undefined): Sample[] {
  return value === undefined ? [] : [{ labels, value }]
}

/** One sample per range of a histogram. */
export function rangeSamples(histogram: Record<string, number>, labels: Labels = {}): Sample[] {
  return Object.entries(histogram).map(([range, value]) => ({ labels: { ...labels, range }, value }))
}

/** Omits families without samples, as MinIO does. */
export function exposition(families: readonly Family[]): string {
  return families
    .filter(({ samples }) => samples.length > 0)
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ name, type, help, samples }) => {
      const lines = samples.map(({ labels, value }) => `${name}${labelText(labels)} ${value}\n`)
      return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join('')}`
    })
    .join('')
}

function labelText(labels: Labels): string {
  const pairs = Object.entries(labels)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}="${value.replace(/[\\"\n]/g, (char) => (char === '\n' ? '\\n' : `\\${char}`))}"`)
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`
}
