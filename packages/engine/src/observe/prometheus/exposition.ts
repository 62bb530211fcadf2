/** The text format of Prometheus, version 0.0.4. */
import { compareText, sortedEntries } from '@cooperage/wire'
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

/**
 * A metric of things of one kind: its name, type and help, and its value for one of them, which is undefined where it is unknown
 * and a list of samples where it has labels besides those of the thing.
 */
export type Row<Thing> = readonly [
  name: string,
  type: Family['type'],
  help: string,
  value: (thing: Thing) => number | readonly Sample[] | undefined,
]

/** The families of a table: each row for each of the things, which are listed with their labels. */
export function families<Thing>(things: readonly (readonly [Labels, Thing])[], rows: readonly Row<Thing>[]): Family[] {
  return rows.map(([name, type, help, value]) => ({
    name,
    type,
    help,
    samples: things.flatMap(([labels, thing]) => {
      const read = value(thing)
      if (read === undefined) return []
      if (typeof read === 'number') return [{ labels, value: read }]
      return read.map((sample) => ({ labels: { ...labels, ...sample.labels }, value: sample.value }))
    }),
  }))
}

/** One sample per range of a histogram. */
export function ranges(histogram: Record<string, number>, label = 'range'): Sample[] {
  return Object.entries(histogram).map(([range, value]) => ({ labels: { [label]: range }, value }))
}

/** Omits families without samples, as MinIO does. */
export function exposition(families: readonly Family[]): string {
  return families
    .filter(({ samples }) => samples.length > 0)
    .sort((a, b) => compareText(a.name, b.name))
    .map(({ name, type, help, samples }) => {
      const lines = samples.map(({ labels, value }) => `${name}${labelText(labels)} ${value}\n`)
      return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join('')}`
    })
    .join('')
}

function labelText(labels: Labels): string {
  const pairs = sortedEntries(labels).map(
    ([name, value]) => `${name}="${value.replace(/[\\"\n]/g, (char) => (char === '\n' ? '\\n' : `\\${char}`))}"`,
  )
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`
}
