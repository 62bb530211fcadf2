/** The policies of a caller: those of its role, or of its account and the account's groups. */

import type { AccountPolicy } from '../iam/account-policies.ts'
import { type Caller, groupsOf } from './caller.ts'
import type { IdentityServices } from './services.ts'

export function policiesOf(engine: IdentityServices, caller: Caller): readonly AccountPolicy[] {
  const { account, temporary, serviceAccount } = caller
  const role = policiesOfRole(engine, temporary?.roleArn ?? serviceAccount?.roleArn)
  return role ?? engine.iam.accountPolicies.of(account, groupsOf(caller))
}

/** Undefined without a role; empty for a role that is no longer configured. */
export function policiesOfRole(
  engine: IdentityServices,
  roleArn: string | undefined,
): readonly AccountPolicy[] | undefined {
  if (roleArn === undefined) return undefined
  const names = engine.openId.roles().get(roleArn) ?? []
  return engine.iam.accountPolicies.named(names)
}
