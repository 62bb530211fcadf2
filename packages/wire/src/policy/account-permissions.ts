import { readStatements } from './attached-policy.ts'
import { authorize } from './authorize.ts'
import { couldAllow } from './could-allow.ts'
import { type NamedFolder, namedFolders } from './named-folders.ts'
import type { RequestContext } from './variables.ts'

/** What an account may be offered. It decides nothing: the storage server does, on each call. */
export interface AccountPermissions {
  /** Whether any of the actions could be allowed: on `resource` (`bucket` or `bucket/prefix`), or anywhere when it is empty. */
  couldAllow(actions: readonly string[], resource?: string): boolean
  /** Whether a call of the account on itself, which needs no permission, is possible: unless a policy surely denies it. */
  couldAllowOwn(action: string): boolean
  /** Whether the account's policy allows the call: for what the console itself decides. */
  allows(action: string, context: RequestContext): boolean
  /** Buckets and folders that the policy names in full and lets one work in. They need not exist. */
  namedFolders(): NamedFolder[]
}

/** Reads the policy document of an account as the server sends it. */
export function accountPermissions(account: { policy: unknown; accountName: string }): AccountPermissions {
  // What an unreadable statement allows is not offered; the storage server still allows it.
  const policies = [readStatements(account.policy).policy]
  const known = { username: account.accountName }
  return {
    couldAllow: (actions, resource = '') =>
      couldAllow(policies, { actions, known, ...(resource !== '' && { resource }) }),
    couldAllowOwn: (action) => couldAllow(policies, { actions: [action], known, unlessDenied: true }),
    allows: (action, context) =>
      authorize({ identity: policies.map((policy) => ({ name: '', policy })) }, { action, context }).decision ===
      'allow',
    namedFolders: () => namedFolders(policies, known),
  }
}
