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
