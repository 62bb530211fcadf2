import { MAX_RETRIED, type RouteResponse, type retryReplication, type UnreplicatedVersion } from '@cooperage/contract'
import type { Selection } from '../../shared/table/selection.ts'

type Version = Pick<UnreplicatedVersion, 'key' | 'versionId'>
type Response = RouteResponse<typeof retryReplication>

export const idOf = ({ key, versionId }: Version) => `${versionId} ${key}`

/** What of the selection is listed: what is gone needs no retry. */
export function listedOf(selected: Selection, rows: readonly Version[]): Selection {
  return new Set(rows.map(idOf).filter((id) => selected.has(id)))
}

/** Has versions queued in as many calls as are needed, one after another. @throws what `call` throws */
export async function retryAll(
  versions: readonly Version[],
  call: (group: Version[]) => Promise<Response>,
): Promise<Response> {
  const failures: Response['failures'] = []
  for (let at = 0; at < versions.length; at += MAX_RETRIED) {
    const group = versions.slice(at, at + MAX_RETRIED).map(({ key, versionId }) => ({ key, versionId }))
    failures.push(...(await call(group)).failures)
  }
  return { failures }
}

/** What stays selected: what wasn't tried, and what couldn't be queued. */
export function selectedAfter(
  selected: Selection,
  tried: readonly Version[],
  { failures }: { failures: readonly Version[] },
): Selection {
  const failed = new Set(failures.map(idOf))
  const queued = new Set(tried.map(idOf).filter((id) => !failed.has(id)))
  return new Set([...selected].filter((id) => !queued.has(id)))
}
