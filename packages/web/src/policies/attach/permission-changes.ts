import type { PolicyChange, PrincipalKind } from '@cooperage/contract'
import type { Principal } from './attachments.ts'

/** Users, or groups, whose permissions change in the same way. */
interface AlikeChange {
  kind: PrincipalKind
  names: string[]
  change: PolicyChange
}

/** Principals by how their permissions change, in the order in which they are given. */
export function alikeChanges(compared: readonly { principal: Principal; change: PolicyChange }[]): AlikeChange[] {
  const alike = new Map<string, AlikeChange>()
  for (const { principal, change } of compared) {
    const { gained, lost, kept, isDisabled, unread } = change
    // Whose policy it is that couldn't be read differs anyway.
    const missing = unread.map(({ source }) => (source.policy === '' ? source.attachedTo : source.policy))
    const id = JSON.stringify([principal.kind, gained, lost, kept, isDisabled, missing])
    const known = alike.get(id)
    if (known) known.names.push(principal.name)
    else alike.set(id, { kind: principal.kind, names: [principal.name], change })
  }
  return [...alike.values()]
}
