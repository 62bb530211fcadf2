/** The policies of a caller: those of its role, or of its account and the account's groups. */
import type { Engine } from '../engine.ts'
import type { AccountPolicy } from '../iam/account-policies.ts'
import type { Caller } from './caller.ts'

export function policiesOf(engine: Engine, { account, temporary, serviceAccount }: Caller): readonly AccountPolicy[] {
  const role = policiesOfRole(engine, temporary?.roleArn ?? serviceAccount?.roleArn)
  return role ?? engine.iam.accountPolicies.of(account)
}

/** Undefined without a role; empty for a role that is no longer configured. */
export function policiesOfRole(engine: Engine, roleArn: string | undefined): readonly AccountPolicy[] | undefined {
  if (roleArn === undefined) return undefined
  const names = engine.openId.roles().get(roleArn) ?? []
  return engine.iam.accountPolicies.named(names)
}
