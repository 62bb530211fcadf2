import type { PrincipalKind } from '@cooperage/contract'

/** A user or group that policies are attached to. */
export interface Principal {
  kind: PrincipalKind
  name: string
}

/** Identifies a principal; users and groups may have the same name. */
export const idOf = ({ kind, name }: Principal) => `${kind} ${name}`

/** What a choice of policies changes. */
export interface AttachmentChange {
  attach: string[]
  detach: string[]
}

/** Both lists are sorted. */
export function changeOf(attached: readonly string[], chosen: ReadonlySet<string>): AttachmentChange {
  const before = new Set(attached)
  return { attach: [...chosen.difference(before)].sort(), detach: [...before.difference(chosen)].sort() }
}

/** The policies attached to every one of the principals. */
export function commonPolicies(attached: readonly (readonly string[])[]): Set<string> {
  const [first = [], ...others] = attached
  return new Set(first.filter((policy) => others.every((policies) => policies.includes(policy))))
}

/** The choice made while `before` was attached, applied to what is attached now: what others attached or detached stays so. */
export function rebase(
  chosen: ReadonlySet<string>,
  before: ReadonlySet<string>,
  now: ReadonlySet<string>,
): ReadonlySet<string> {
  return now.union(chosen.difference(before)).difference(before.difference(chosen))
}
