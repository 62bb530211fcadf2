import {
  type AttachedPolicy,
  effectivePermissions,
  type PermissionChange,
  permissionChange,
} from '@cooperage/wire/policy'

/** What an account gains and loses if its policies are replaced. */
export function changedPermissions(
  before: readonly AttachedPolicy[],
  after: readonly AttachedPolicy[],
  { account, groups }: { account: string; groups: readonly string[] },
): PermissionChange {
  const summaryOf = (policies: readonly AttachedPolicy[]) => effectivePermissions(policies, { account, groups }).summary
  return permissionChange(summaryOf(before), summaryOf(after))
}
