/** Users, groups, policies and access keys that a migration takes from one storage server to another (decision 42). */
import * as z from 'zod/mini'
import { COMPUTATION_ERRORS } from '../declared-errors.ts'
import { route } from '../route.ts'
import { failureText } from '../text.ts'

/** In the order in which they are created: each needs those before it. `directory`: a user or group that isn't the server's own. */
export const ACCOUNT_KINDS = ['policy', 'group', 'user', 'key', 'directory'] as const
export type AccountKind = (typeof ACCOUNT_KINDS)[number]

export const accountFacts = z.object({
  /** `admin`: MinIO's admin API; `iam`: IAM; `none`: the server has no accounts that the console can manage. */
  api: z.enum(['admin', 'iam', 'none']),
  /** What the server is called: `versitygw`; '' for an archive. */
  product: z.string(),
  /** Documents are JSON. `isBuiltIn`: every server has it, as it is. */
  policies: z.array(z.object({ name: z.string(), document: z.string(), isBuiltIn: z.boolean() })),
  groups: z.array(z.object({ name: z.string(), isEnabled: z.boolean(), policies: z.array(z.string()) })),
  users: z.array(
    z.object({
      name: z.string(),
      isEnabled: z.boolean(),
      policies: z.array(z.string()),
      groups: z.array(z.string()),
      /** The ARN of its permissions boundary in IAM; '' for none. */
      boundary: z.string(),
    }),
  ),
  keys: z.array(
    z.object({
      accessKey: z.string(),
      /** Its user, or root. */
      parent: z.string(),
      isEnabled: z.boolean(),
      name: z.string(),
      description: z.string(),
      /** ISO 8601; '' for never. */
      expiry: z.string(),
      /** JSON of the policy that restricts it; '' for none. */
      policy: z.string(),
    }),
  ),
  /** Users and groups of LDAP or OpenID that policies are attached to. */
  directory: z.array(z.object({ name: z.string(), policies: z.array(z.string()) })),
})
export type AccountFacts = z.infer<typeof accountFacts>

export const getAccountFacts = route('servers.accountFacts', 'GET /api/v1/servers/accounts', {
  summary: 'Returns what a migration to another storage server has to know of users, groups, policies and access keys.',
  response: accountFacts,
  errors: ['NoOtherServers'],
})

/** The form has the archive in the part `file`. Its secret keys aren't part of the response. */
export const readArchivedAccounts = route('servers.archivedAccounts', 'POST /api/v1/servers/accounts/archive', {
  audit: 'none',
  summary: 'Returns the same of an IAM archive of MinIO, which isn’t kept.',
  form: true,
  response: accountFacts,
  errors: [...COMPUTATION_ERRORS, 'InvalidIamBackup', 'UploadIncomplete', 'NoOtherServers'],
})

const name = z.string().check(z.minLength(1), z.maxLength(1024))
const names = z.array(name).check(z.maxLength(1000))
const document = z.string().check(z.maxLength(64 * 1024))

const accountOwner = z.strictObject({ isEnabled: z.boolean(), policies: names, groups: names })
export type AccountOwner = z.infer<typeof accountOwner>

/** What is to be created, with the names that it gets there. */
export const newAccount = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('policy'), name, document }),
  z.strictObject({ kind: z.literal('group'), name, isEnabled: z.boolean(), policies: names }),
  z.strictObject({
    kind: z.literal('user'),
    name,
    isEnabled: z.boolean(),
    policies: names,
    groups: names,
    /** Whether it gets a key where users have none of their own. */
    getsKey: z.boolean(),
  }),
  z.strictObject({
    kind: z.literal('key'),
    /** At the source. IAM chooses another one. */
    name,
    parent: name,
    /** What this user has there: a key can do the same. */
    owner: accountOwner,
    isEnabled: z.boolean(),
    label: z.string().check(z.maxLength(256)),
    description: z.string().check(z.maxLength(1024)),
    expiry: z.string().check(z.maxLength(64)),
    /** JSON; '' for none. */
    policy: document,
  }),
])
export type NewAccount = z.infer<typeof newAccount>

/** What an account needs of those that are created before it: `policy readonly`. */
export function neededBy(account: NewAccount): string[] {
  if (account.kind === 'policy') return []
  if (account.kind === 'key') return [`user ${account.parent}`]
  const groups = account.kind === 'user' ? account.groups : []
  return [...account.policies.map((one) => `policy ${one}`), ...groups.map((one) => `group ${one}`)]
}

/** Accounts of one call. */
export const MAX_NEW_ACCOUNTS = 1000

export const newAccounts = z.array(newAccount).check(z.minLength(1), z.maxLength(MAX_NEW_ACCOUNTS))

/** The part of the form with {@link newAccounts} as JSON, before that with the archive. */
export const NEW_ACCOUNTS_PART = 'accounts'
/** Of that part, whose check keeps others waiting. */
export const MAX_NEW_ACCOUNTS_BYTES = 256 * 1024

const encoder = new TextEncoder()

/** How many of them one call accepts, from the first one on; 0 if that one is too large. */
export function fittingInOneCall(wanted: readonly NewAccount[]): number {
  let bytes = 1
  const end = wanted.slice(0, MAX_NEW_ACCOUNTS).findIndex((one) => {
    bytes += encoder.encode(`${JSON.stringify(one)},`).length
    return bytes > MAX_NEW_ACCOUNTS_BYTES
  })
  return end === -1 ? Math.min(wanted.length, MAX_NEW_ACCOUNTS) : end
}

export const accountResult = z.object({
  kind: z.enum(['policy', 'group', 'user', 'key']),
  name: z.string(),
  /**
   * - `exists`: it was there already, as it would have been created
   * - `failed`: nothing of it is there, except with the error `AccountLeft`, or another one of this name
   */
  outcome: z.enum(['created', 'exists', 'failed']),
  /** Why it failed. */
  message: z.string(),
  text: failureText,
  /** The words of the storage server; '' without. */
  detail: z.string(),
  /** Its new keys, which no call returns again; null if it has none, or the secret key of the archive. */
  credentials: z.nullable(z.object({ accessKey: z.string(), secretKey: z.string() })),
  /** Whether it has the secret key of the archive. */
  keepsSecret: z.boolean(),
})
export type AccountResult = z.infer<typeof accountResult>

/**
 * Creates what isn't there, in the order of the list, and changes nothing that is. Secret keys are those of an archive in the part
 * `file`, or new ones. After some seconds it returns the results of the first ones, at least one: another call creates the rest.
 */
export const createAccounts = route('servers.createAccounts', 'POST /api/v1/servers/accounts', {
  summary: 'Creates users, groups, policies and access keys that a migration takes along, and returns their new keys.',
  form: true,
  response: z.object({ results: z.array(accountResult) }),
  errors: [...COMPUTATION_ERRORS, 'InvalidIamBackup', 'UploadIncomplete', 'NoOtherServers'],
})
