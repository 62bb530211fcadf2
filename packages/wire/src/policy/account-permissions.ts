import { WireError } from '../errors.ts'
import { listField, objectField } from '../json-fields.ts'
import { couldAllow } from './could-allow.ts'
import { type Policy, parsePolicy } from './document.ts'
import { type NamedFolder, namedFolders } from './named-folders.ts'

/** What an account may be offered. It decides nothing: the storage server does, on each call. */
export interface AccountPermissions {
  /** Whether any of the actions could be allowed: on `resource` (`bucket` or `bucket/prefix`), or anywhere when it is empty. */
  couldAllow(actions: readonly string[], resource?: string): boolean
  /** Whether a call of the account on itself, which needs no permission, is possible: unless a policy surely denies it. */
  couldAllowOwn(action: string): boolean
  /** Buckets and folders that the policy names in full and lets one work in. They need not exist. */
  namedFolders(): NamedFolder[]
}

/** Reads the policy document of an account as the server sends it. */
export function accountPermissions(account: { policy: unknown; accountName: string }): AccountPermissions {
  const policies = readableStatements(account.policy)
  const known = { username: account.accountName }
  return {
    couldAllow: (actions, resource = '') =>
      couldAllow(policies, { actions, known, ...(resource !== '' && { resource }) }),
    couldAllowOwn: (action) => couldAllow(policies, { actions: [action], known, unlessDenied: true }),
    namedFolders: () => namedFolders(policies, known),
  }
}

/** Statement by statement: one of a kind that a later server invented must not hide what the others allow. */
export function readableStatements(policy: unknown): Policy[] {
  const document = objectField(policy)
  return listField(document, 'Statement').flatMap((statement) => {
    try {
      return [parsePolicy({ ...document, Statement: [statement] })]
    } catch (error) {
      if (!(error instanceof WireError)) throw error
      // What it allows is not offered here; the storage server still allows it.
      return []
    }
  })
}
