/** The text format of Prometheus, version 0.0.4. */
export interface Sample {
  labels: Record<string, string>
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

function labelText(labels: Record<string, string>): string {
  const pairs = Object.entries(labels)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}="${value.replace(/[\\"\n]/g, (char) => (char === '\n' ? '\\n' : `\\${char}`))}"`)
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`
}
