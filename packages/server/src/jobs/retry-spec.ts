import type { JobSpec } from '@cooperage/contract'
import type { ItemFailure } from './job-kind.ts'

/** The same work for the items that failed; undefined if there are none. */
export function retrySpec(spec: JobSpec, failures: readonly ItemFailure[]): JobSpec | undefined {
  // Several versions of an object may have failed.
  const failed = new Map(failures.map(({ path, recursive = false }) => [`${recursive} ${path}`, { path, recursive }]))
  if (failed.size === 0) return undefined
  if (spec.kind !== 'copy' && spec.kind !== 'move') return { ...spec, paths: [...failed.values()] }
  const units = [...failed.values()].flatMap(({ path, recursive }) => {
    const unit = spec.units.find(({ source }) => source === path || (source.endsWith('/') && path.startsWith(source)))
    return unit === undefined ? [] : [{ source: path, target: unit.target + path.slice(unit.source.length), recursive }]
  })
  return { ...spec, units }
}
