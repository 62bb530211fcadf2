import type { RouteResponse, setReplication } from '@cooperage/contract'
import { failureReason } from '../../shared/api/api-error.ts'
import { type RemoteForm, type ReplicationRequest, toRemote } from './remote-form.ts'

type State = RouteResponse<typeof setReplication>['replicationState']

/** A bucket and its target bucket; '' for none. */
export interface Assignment {
  bucket: string
  target: string
  /** Why the last attempt failed; '' if there was none. */
  problem: string
}

/** A remote bucket of the same name is the likely target. */
export function firstAssignments(buckets: readonly string[], remote: readonly string[]): Assignment[] {
  return buckets.map((bucket) => ({ bucket, target: remote.includes(bucket) ? bucket : '', problem: '' }))
}

/** After the remote buckets are listed again: keeps choices that still exist. */
export function keptAssignments(rows: readonly Assignment[], remote: readonly string[]): Assignment[] {
  return rows.map((row) => (remote.includes(row.target) ? row : (firstAssignments([row.bucket], remote)[0] ?? row)))
}

export function assignedRows(rows: readonly Assignment[]): Assignment[] {
  return rows.filter(({ target }) => target !== '')
}

export function toRequest(form: RemoteForm, rows: readonly Assignment[]): ReplicationRequest {
  return {
    ...toRemote(form),
    bucketsRelation: assignedRows(rows).map(({ bucket, target }) => ({
      originBucket: bucket,
      destinationBucket: target,
    })),
  }
}

/**
 * The list after a response (spec core-console 4): successful rows are removed, failed ones get their reason, and rows that
 * weren't sent are unchanged.
 */
export function afterResponse(
  rows: readonly Assignment[],
  state: State,
): { rows: Assignment[]; failed: number; done: number } {
  const outcome = new Map(
    state.map(({ originBucket, errorString, text }) => [originBucket, failureReason({ message: errorString, text })]),
  )
  const left = rows
    .filter(({ bucket }) => outcome.get(bucket) !== '')
    .map((row) => ({ ...row, problem: outcome.get(row.bucket) ?? '' }))
  return { rows: left, failed: left.filter(({ problem }) => problem !== '').length, done: rows.length - left.length }
}
