import type { RouteResponse, setReplication } from '@cooperage/contract'
import { type RemoteForm, type ReplicationRequest, toRemote } from './remote-form.ts'

type State = RouteResponse<typeof setReplication>['replicationState']

/** A bucket and where it is to be copied to; '' for nowhere. */
export interface Assignment {
  bucket: string
  target: string
  /** Why the last attempt failed; '' where there was none. */
  problem: string
}

/** A remote bucket of the same name is the likely target. */
export function firstAssignments(buckets: readonly string[], remote: readonly string[]): Assignment[] {
  return buckets.map((bucket) => ({ bucket, target: remote.includes(bucket) ? bucket : '', problem: '' }))
}

/** After the remote buckets were listed anew: what was chosen stays where it is still there. */
export function keptAssignments(rows: readonly Assignment[], remote: readonly string[]): Assignment[] {
  return rows.map((row) => (remote.includes(row.target) ? row : (firstAssignments([row.bucket], remote)[0] ?? row)))
}

export function assigned(rows: readonly Assignment[]): Assignment[] {
  return rows.filter(({ target }) => target !== '')
}

export function toRequest(form: RemoteForm, rows: readonly Assignment[]): ReplicationRequest {
  return {
    ...toRemote(form),
    bucketsRelation: assigned(rows).map(({ bucket, target }) => ({ originBucket: bucket, destinationBucket: target })),
  }
}

/**
 * What is left of the list after an answer (spec core-console 4): rows that succeeded leave it, those that failed say why,
 * those that were not sent stay as they are.
 */
export function afterResponse(
  rows: readonly Assignment[],
  state: State,
): { rows: Assignment[]; failed: number; done: number } {
  const outcome = new Map(state.map(({ originBucket, errorString }) => [originBucket, errorString]))
  const left = rows
    .filter(({ bucket }) => outcome.get(bucket) !== '')
    .map((row) => ({ ...row, problem: outcome.get(row.bucket) ?? '' }))
  return { rows: left, failed: left.filter(({ problem }) => problem !== '').length, done: rows.length - left.length }
}
