import type { ReportPart } from '@cooperage/contract'

/** The groups of parts in the reports of all versions. */
const GROUPS = ['sys', 'perf', 'minio']

/** The parts that a report has, each with the length of its JSON. */
export function partsOf(report: Record<string, unknown>): ReportPart[] {
  return GROUPS.flatMap((group) => {
    const parts = report[group]
    if (typeof parts !== 'object' || parts === null) return []
    return Object.entries(parts)
      .filter(([, part]) => !isEmpty(part))
      .map(([name, part]) => ({ name: `${group}.${name}`, bytes: JSON.stringify(part).length }))
  })
}

function isEmpty(part: unknown): boolean {
  return part === null || part === '' || (typeof part === 'object' && Object.keys(part).length === 0)
}
