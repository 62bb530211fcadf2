import { previewPolicies } from '@cooperage/contract'
import type { Registry } from '../shared/feature.ts'
import { policiesOf, readNamedPolicies } from './subject-policies.ts'

/** What a change of attachments would change for a user or the members of a group. */
export function attachmentPreviewRoutes({ routes, services: { accounts, computations } }: Registry): void {
  routes.withSession(previewPolicies, async ({ body, session, storage }) => {
    const { entityType, entityName: name, policies } = body
    const found = await policiesOf(storage, { kind: entityType, name }, await accounts.of(session, storage), '')
    const kind = entityType === 'user' ? 'identity' : 'group'
    const isDirect = (one: { kind: string; attachedTo: string }) => one.kind === kind && one.attachedTo === name
    const wanted = await readNamedPolicies(storage, kind, name, policies)
    const others = found.policies.filter((policy) => !isDirect(policy))
    const change = await computations.run(
      session.id,
      'changedPermissions',
      found.policies,
      [...others, ...wanted.policies],
      { account: found.account, groups: found.groups },
    )
    const unread = [...found.unread, ...wanted.unread]
    return {
      ...change,
      isDisabled: found.disabled !== '',
      unread: [...new Map(unread.map((one) => [JSON.stringify(one), one])).values()],
    }
  })
}
