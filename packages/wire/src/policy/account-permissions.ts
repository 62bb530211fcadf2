import { readStatements } from './attached-policy.ts'
import { authorize } from './authorize.ts'
import { possibilities } from './could-allow.ts'
import { type NamedFolder, namedFolders } from './named-folders.ts'
import type { RequestContext } from './variables.ts'

/** What a console can offer an account. It authorizes nothing: the storage server does, on each call. */
export interface AccountPermissions {
  /** Whether any of the actions could be allowed: on `resource` (`bucket` or `bucket/prefix`), or anywhere if it's empty. */
  couldAllow(actions: readonly string[], resource?: string): boolean
  /** Whether a call of the account on itself, which needs no permission, is possible: unless a policy certainly denies it. */
  couldAllowOwn(action: string): boolean
  /** Whether the account's policy allows the call, for calls that the console itself authorizes. */
  allows(action: string, context: RequestContext): boolean
  /** Buckets and folders that the policy names in full and grants access to. They may not exist. */
  namedFolders(): NamedFolder[]
  /** The folder, if the policy gives access to objects in this one only. */
  onlyFolder(): NamedFolder | undefined
}

const USE_OBJECTS = ['s3:ListBucket', 's3:GetObject', 's3:PutObject', 's3:DeleteObject']
/** A name that a pattern matches, but no policy names. */
const UNNAMED_BUCKET = 'no-policy-names-this-bucket'

/** Reads the policy document of an account as the server sends it. */
export function accountPermissions(account: { policy: unknown; accountName: string }): AccountPermissions {
  // A statement that can't be parsed counts as allowing nothing here; the storage server still applies it.
  const policies = [readStatements(account.policy).policy]
  const known = { username: account.accountName }
  const isPossible = possibilities(policies, known)
  const onlyFolder = () => {
    const [folder, second] = namedFolders(policies, known)
    if (folder === undefined || second !== undefined || folder.prefix === '') return undefined
    return isPossible({ actions: USE_OBJECTS, resource: `${UNNAMED_BUCKET}/` }) ? undefined : folder
  }
  return {
    couldAllow: (actions, resource = '') => isPossible({ actions, ...(resource !== '' && { resource }) }),
    couldAllowOwn: (action) => isPossible({ actions: [action], unlessDenied: true }),
    allows: (action, context) =>
      authorize({ identity: policies.map((policy) => ({ name: '', policy })) }, { action, context }).decision ===
      'allow',
    namedFolders: () => namedFolders(policies, known),
    onlyFolder,
  }
}
