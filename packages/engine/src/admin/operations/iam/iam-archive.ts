/** The files of an IAM export, as MinIO names them. Each is one JSON object by the name of what it describes. */
export const IAM_FILES = {
  policies: 'iam-assets/policies.json',
  users: 'iam-assets/users.json',
  groups: 'iam-assets/groups.json',
  serviceAccounts: 'iam-assets/svcaccts.json',
  userPolicies: 'iam-assets/user_mappings.json',
  groupPolicies: 'iam-assets/group_mappings.json',
  stsPolicies: 'iam-assets/stsuser_mappings.json',
} as const

/**
 * What MinIO keeps among the claims of a service account but no identity provider said. It is told in fields of its own,
 * or follows from them.
 */
export const DERIVED_CLAIMS: ReadonlySet<string> = new Set([
  'accessKey',
  'parent',
  'roleArn',
  'sa-policy',
  'sessionPolicy',
  'sessionPolicy-extracted',
])
