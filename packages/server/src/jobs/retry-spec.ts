import type { JobSpec } from '@cooperage/contract'
import type { ItemFailure } from './job-kind.ts'

/** The same work for the items that failed; undefined if there are none. */
export function retrySpec(spec: JobSpec, failures: readonly ItemFailure[]): JobSpec | undefined {
  // Several versions of an object may have failed.
  const failed = new Map(failures.map(({ path, recursive = false }) => [`${recursive} ${path}`, { path, recursive }]))
  if (failed.size === 0) return undefined
  const items = [...failed.values()]
  switch (spec.kind) {
    case 'copy':
    case 'move':
    case 'copyToServer':
    case 'moveToServer':
      return { ...spec, units: items.flatMap((item) => unitOf(spec.units, item)) }
    case 'migrate':
      // Settings were written, or are reported.
      return { ...spec, settings: false, expected: 0, keys: [...new Set(items.map(({ path }) => path))] }
    case 'sync':
      // The next run copies what failed.
      return undefined
    case 'delete':
      return { ...spec, paths: items.map((item) => rowOf(spec.paths, item)) }
    case 'change':
      return { ...spec, paths: items.map((item) => rowOf(spec.paths, item)) }
    default: {
      // What was counted was about all of them.
      const { expected: _, ...rest } = spec
      return { ...rest, paths: items }
    }
  }
}

type Item = Required<Pick<ItemFailure, 'path' | 'recursive'>>

/** A folder that couldn't be listed is the same row again: it may be limited to what a list of it shows. */
function rowOf<Row extends Item>(rows: readonly Row[], item: Item): Row | Item {
  return (item.recursive ? rows.find((row) => row.recursive && row.path === item.path) : undefined) ?? item
}

function unitOf(units: Extract<JobSpec, { kind: 'copy' }>['units'], { path, recursive }: Item) {
  const isAbove = (source: string) => (source === '' || source.endsWith('/')) && path.startsWith(source)
  const unit = units.find(({ source }) => source === path || isAbove(source))
  if (unit === undefined) return []
  const { source, target, contents } = unit
  return [
    { source: path, target: target + path.slice(source.length), recursive, ...(recursive && contents && { contents }) },
  ]
}
