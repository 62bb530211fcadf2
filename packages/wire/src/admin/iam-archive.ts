import { listField, objectField, textField } from '../json-fields.ts'

/** The files of an IAM export, under MinIO's names, in the order of an import. Each is a JSON object keyed by entity name. */
export const IAM_FILES = {
  policies: 'iam-assets/policies.json',
  users: 'iam-assets/users.json',
  groups: 'iam-assets/groups.json',
  serviceAccounts: 'iam-assets/svcaccts.json',
  userPolicies: 'iam-assets/user_mappings.json',
  groupPolicies: 'iam-assets/group_mappings.json',
  stsPolicies: 'iam-assets/stsuser_mappings.json',
} as const

/** Values that MinIO stores among the claims of a service account, but which other fields of the export already contain. */
export const DERIVED_CLAIMS: ReadonlySet<string> = new Set([
  'accessKey',
  'parent',
  'roleArn',
  'sa-policy',
  'sessionPolicy',
  'sessionPolicy-extracted',
])

/** An entry that the server didn't import. */
export interface IamImportFailure {
  /** As the server names it: `users`, `userPolicies`. */
  kind: string
  name: string
  /** Empty if the server doesn't say why, as MinIO never does. */
  reason: string
}

/** What a server reports of an import. Servers before the end of 2024 report nothing. */
export function importFailuresIn(report: string): IamImportFailure[] {
  const failed = objectField(parsed(report), 'failed')
  return Object.keys(failed).flatMap((kind) =>
    listField(failed, kind).map((one) => {
      const failure = objectField(one)
      return { kind, name: textField(failure, 'name'), reason: textField(failure, 'reason') }
    }),
  )
}

function parsed(report: string): unknown {
  try {
    return JSON.parse(report)
  } catch {
    // What was imported shows in the server's next export; the report only adds reasons.
    return {}
  }
}

/** Names of policies, which servers join with commas. */
export function namesIn(joined: string): string[] {
  return joined
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
}
