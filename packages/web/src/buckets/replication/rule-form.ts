import { arePairsValid, filledPairs, type Pair, queryString } from '../../shared/fields/pairs.ts'
import {
  REMOTE_DEFAULTS,
  type RemoteForm,
  type RemoteProblem,
  type ReplicationRequest,
  remoteProblem,
  toRemote,
} from './remote-form.ts'

/** The values of the form for one bucket. */
export interface RuleForm extends RemoteForm {
  target: string
  prefix: string
  tags: Pair[]
  storageClass: string
  deleteMarkers: boolean
  deletes: boolean
  metadata: boolean
  existing: boolean
}

/** Both delete options are on (spec core-console 9). */
export const RULE_DEFAULTS: RuleForm = {
  ...REMOTE_DEFAULTS,
  target: '',
  prefix: '',
  tags: [],
  storageClass: '',
  deleteMarkers: true,
  deletes: true,
  metadata: false,
  existing: false,
}

export type RuleProblem =
  | { of: 'remote'; problem: RemoteProblem }
  | { of: 'form'; problem: 'targetMissing' | 'tagsWrong' }

/** Why the form can't be submitted, the first field first; undefined if it can. */
export function ruleProblem(form: RuleForm): RuleProblem | undefined {
  const remote = remoteProblem(form)
  if (remote) return { of: 'remote', problem: remote }
  if (form.target.trim() === '') return { of: 'form', problem: 'targetMissing' }
  return arePairsValid(form.tags) ? undefined : { of: 'form', problem: 'tagsWrong' }
}

/** Servers reject a rule with both tags and soft deletes, since delete markers have no tags. */
export function canTakeMarkers({ tags }: Pick<RuleForm, 'tags'>): boolean {
  return filledPairs(tags).length === 0
}

/** The request body for a form without a problem (spec core-console 3, single). */
export function toRequest(form: RuleForm, bucket: string): ReplicationRequest {
  return {
    ...toRemote(form),
    bucketsRelation: [{ originBucket: bucket, destinationBucket: form.target.trim() }],
    prefix: form.prefix,
    tags: queryString(form.tags),
    storageClass: form.storageClass.trim(),
    replicateDeleteMarkers: form.deleteMarkers && canTakeMarkers(form),
    replicateDeletes: form.deletes,
    replicateMetadata: form.metadata,
    replicateExistingObjects: form.existing,
  }
}
