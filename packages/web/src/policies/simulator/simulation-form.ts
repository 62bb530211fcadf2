import { type AccessSubject, compactPolicy, type SubjectKind, type simulatePolicies } from '@cooperage/contract'
import type { CallInput } from '../../shared/api/call.ts'

export interface SimulationForm {
  kind: SubjectKind
  /** The name of the user, group or service account. */
  name: string
  /** The pasted policy, or that of a bucket. */
  policy: string
  /** The bucket of the policy; '' for others. */
  bucket: string
  action: string
  resource: string
  conditions: { id: number; key: string; value: string }[]
  /** undefined: no session policy. */
  sessionPolicy: string | undefined
}

/** What is missing, as a message of `simulator.missing`. */
export function missingIn({ kind, name, policy, action }: SimulationForm): 'name' | 'policy' | 'action' | undefined {
  if (needsName(kind) && name.trim() === '') return 'name'
  if (isDocument(kind) && policy.trim() === '') return 'policy'
  return action.trim() === '' ? 'action' : undefined
}

export function needsName(kind: SubjectKind): kind is 'user' | 'group' | 'service-account' {
  return kind === 'user' || kind === 'group' || kind === 'service-account'
}

export function toSimulation(form: SimulationForm): CallInput<typeof simulatePolicies> {
  const { action, resource, conditions, sessionPolicy = '' } = form
  return {
    body: {
      subject: subjectOf(form),
      action: action.trim(),
      resource: resource.trim(),
      // A row without a key is ignored.
      conditions: conditions
        .filter(({ key }) => key.trim() !== '')
        .map(({ key, value }) => ({ key: key.trim(), value })),
      sessionPolicy: compactPolicy(sessionPolicy),
    },
  }
}

function subjectOf({ kind, name, policy, bucket }: SimulationForm): AccessSubject {
  if (needsName(kind)) return { kind, name: name.trim() }
  if (kind === 'bucket-policy') return { kind, policy: compactPolicy(policy), bucket }
  return kind === 'document' ? { kind, policy: compactPolicy(policy) } : { kind }
}

/** Whether the simulation is about a policy that is given, not one that is stored. */
function isDocument(kind: SubjectKind): kind is 'document' | 'bucket-policy' {
  return kind === 'document' || kind === 'bucket-policy'
}
