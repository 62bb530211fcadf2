/** Policies for what is needed most, as statements that a document begins with or gets in addition. */

interface TemplateValues {
  bucket: string
  /** '' for the whole bucket; otherwise with a final slash. */
  folder: string
  /** Addresses and networks: `10.0.0.0/8`. */
  addresses: readonly string[]
  /** The last day, as an ISO date. */
  date: string
}

type TemplateField = 'bucket' | 'folder' | 'addresses' | 'date'

interface PolicyTemplate {
  /** What the template asks for. */
  fields: readonly TemplateField[]
  /** In the bucket policy instead of one of accounts. */
  isOfBucket?: true
  statements: (values: TemplateValues) => object[]
}

const BUCKET = ['bucket'] as const
const FOLDER = ['bucket', 'folder'] as const

const arn = (resource: string) => `arn:aws:s3:::${resource}`
const below = ({ bucket, folder }: TemplateValues) => [arn(`${bucket}/${folder}*`)]
const whole = ({ bucket }: TemplateValues) => [arn(bucket)]
const both = (values: TemplateValues) => [...whole(values), ...below({ ...values, folder: '' })]
const allow = (Action: string[], Resource: string[], Condition?: object) => ({
  ...{ Effect: 'Allow', Action, Resource },
  ...(Condition && { Condition }),
})
const deny = (Action: string[], Resource: string[], Condition?: object) => ({
  ...allow(Action, Resource, Condition),
  Effect: 'Deny',
})
const administration = (Action: string[]) => ({ Effect: 'Allow', Action })
const everyone = (statement: object) => ({ Principal: { AWS: ['*'] }, ...statement })

/** Lists the bucket, of a folder only with its prefix. */
const list = (values: TemplateValues, actions = ['s3:ListBucket']) =>
  allow(
    actions,
    whole(values),
    values.folder === '' ? undefined : { StringLike: { 's3:prefix': [`${values.folder}*`] } },
  )
const location = (values: TemplateValues) => allow(['s3:GetBucketLocation'], whole(values))
const UPLOAD = ['s3:AbortMultipartUpload', 's3:ListMultipartUploadParts', 's3:PutObject']
const READ_WRITE = ['s3:GetObject', 's3:DeleteObject', ...UPLOAD]
const NO_TLS = { Bool: { 'aws:SecureTransport': ['false'] } }

export const POLICY_TEMPLATES = {
  readOnly: {
    fields: FOLDER,
    statements: (values) => [allow(['s3:GetObject'], below(values)), list(values), location(values)],
  },
  readWrite: {
    fields: FOLDER,
    statements: (values) => [allow(READ_WRITE, below(values)), list(values), location(values)],
  },
  uploadOnly: { fields: FOLDER, statements: (values) => [allow(UPLOAD, below(values)), location(values)] },
  noDeletes: {
    fields: FOLDER,
    statements: (values) => [
      deny(['s3:DeleteObject', 's3:DeleteObjectVersion'], below(values)),
      deny(['s3:DeleteBucket', 's3:ForceDeleteBucket'], whole(values)),
    ],
  },
  keepVersions: {
    fields: BUCKET,
    statements: (values) => [
      deny(['s3:BypassGovernanceRetention', 's3:DeleteObjectVersion', 's3:PutObjectLegalHold'], below(values)),
      deny(['s3:PutBucketVersioning', 's3:PutLifecycleConfiguration'], whole(values)),
    ],
  },
  folderPerUser: {
    fields: BUCKET,
    statements: (values) => [
      allow(READ_WRITE, [arn(`${values.bucket}/\${aws:username}/*`)]),
      allow(['s3:ListBucket'], whole(values), { StringLike: { 's3:prefix': [`\${aws:username}/*`] } }),
      location(values),
    ],
  },
  wholeBucket: { fields: BUCKET, statements: (values) => [allow(['s3:*'], both(values))] },
  bucketNames: {
    fields: [],
    statements: () => [allow(['s3:GetBucketLocation', 's3:ListAllMyBuckets'], [arn('*')])],
  },
  tlsOnly: { fields: [], statements: () => [deny(['s3:*'], [arn('*')], NO_TLS)] },
  networks: {
    fields: ['addresses'],
    statements: ({ addresses }) => [deny(['s3:*'], [arn('*')], { NotIpAddress: { 'aws:SourceIp': addresses } })],
  },
  untilDate: {
    fields: [...FOLDER, 'date'],
    statements: (values) => {
      const before = { DateLessThan: { 'aws:CurrentTime': [`${values.date}T23:59:59Z`] } }
      return [
        allow(['s3:GetObject'], below(values), before),
        { ...list(values), Condition: { ...before, ...(list(values).Condition ?? {}) } },
      ]
    },
  },
  restic: {
    fields: FOLDER,
    statements: (values) => [
      allow(['s3:DeleteObject', 's3:GetObject', 's3:PutObject', 's3:AbortMultipartUpload'], below(values)),
      allow(['s3:GetBucketLocation', 's3:ListBucket'], whole(values)),
    ],
  },
  veeam: {
    fields: BUCKET,
    statements: (values) => [
      allow(
        [
          's3:DeleteObject',
          's3:DeleteObjectVersion',
          's3:GetObject',
          's3:GetObjectLegalHold',
          's3:GetObjectRetention',
          's3:GetObjectVersion',
          's3:PutObject',
          's3:PutObjectLegalHold',
          's3:PutObjectRetention',
        ],
        below(values),
      ),
      allow(
        [
          's3:GetBucketLocation',
          's3:GetBucketObjectLockConfiguration',
          's3:GetBucketVersioning',
          's3:ListBucket',
          's3:ListBucketVersions',
        ],
        whole(values),
      ),
      allow(['s3:ListAllMyBuckets'], [arn('*')]),
    ],
  },
  pgBackRest: {
    fields: FOLDER,
    statements: (values) => [
      allow(['s3:DeleteObject', 's3:GetObject', 's3:PutObject', 's3:PutObjectTagging'], below(values)),
      list(values),
    ],
  },
  velero: {
    fields: BUCKET,
    statements: (values) => [allow(READ_WRITE, below(values)), allow(['s3:ListBucket'], whole(values))],
  },
  replication: {
    fields: BUCKET,
    statements: (values) => [
      allow(
        [
          's3:GetBucketLocation',
          's3:GetBucketObjectLockConfiguration',
          's3:GetBucketVersioning',
          's3:GetEncryptionConfiguration',
          's3:GetReplicationConfiguration',
          's3:ListBucket',
          's3:ListBucketMultipartUploads',
        ],
        whole(values),
      ),
      allow(
        [
          ...UPLOAD,
          's3:DeleteObject',
          's3:GetObject',
          's3:GetObjectTagging',
          's3:GetObjectVersion',
          's3:GetObjectVersionTagging',
          's3:PutObjectLegalHold',
          's3:PutObjectRetention',
          's3:PutObjectTagging',
          's3:ReplicateDelete',
          's3:ReplicateObject',
          's3:ReplicateTags',
        ],
        below(values),
      ),
    ],
  },
  auditor: {
    fields: [],
    statements: () => [
      allow(
        [
          's3:GetBucket*',
          's3:GetEncryptionConfiguration',
          's3:GetLifecycleConfiguration',
          's3:GetReplicationConfiguration',
          's3:ListAllMyBuckets',
        ],
        [arn('*')],
      ),
      administration(['admin:GetGroup', 'admin:GetPolicy', 'admin:GetUser']),
      administration(['admin:ListGroups', 'admin:ListUserPolicies', 'admin:ListUsers', 'admin:ListServiceAccounts']),
    ],
  },
  monitoring: {
    fields: [],
    statements: () => [
      administration(['admin:DataUsageInfo', 'admin:Prometheus', 'admin:ServerInfo', 'admin:StorageInfo']),
    ],
  },
  userAdmin: {
    fields: [],
    statements: () => [
      administration([
        'admin:AddUserToGroup',
        'admin:AttachUserOrGroupPolicy',
        'admin:CreateUser',
        'admin:DeleteUser',
        'admin:DisableUser',
        'admin:EnableUser',
        'admin:GetGroup',
        'admin:GetPolicy',
        'admin:GetUser',
        'admin:ListGroups',
        'admin:ListUserPolicies',
        'admin:ListUsers',
        'admin:RemoveUserFromGroup',
      ]),
    ],
  },
  noKeys: {
    fields: [],
    statements: () => [{ Effect: 'Deny', Action: ['admin:CreateServiceAccount', 'admin:UpdateServiceAccount'] }],
  },
  website: {
    fields: FOLDER,
    isOfBucket: true,
    statements: (values) => [everyone(allow(['s3:GetObject'], below(values)))],
  },
  publicList: {
    fields: FOLDER,
    isOfBucket: true,
    statements: (values) => [everyone(allow(['s3:GetObject'], below(values))), everyone(list(values))],
  },
  dropBox: {
    fields: FOLDER,
    isOfBucket: true,
    statements: (values) => [everyone(allow(['s3:PutObject'], below(values)))],
  },
  publicNetworks: {
    fields: [...FOLDER, 'addresses'],
    isOfBucket: true,
    statements: (values) => [
      everyone(allow(['s3:GetObject'], below(values), { IpAddress: { 'aws:SourceIp': values.addresses } })),
    ],
  },
  publicTls: {
    fields: BUCKET,
    isOfBucket: true,
    statements: (values) => [everyone(deny(['s3:*'], both(values), NO_TLS))],
  },
} as const satisfies Record<string, PolicyTemplate>

export type TemplateName = keyof typeof POLICY_TEMPLATES

/** The templates for policies of accounts, or of a bucket. */
export function templatesFor(isOfBucket: boolean): TemplateName[] {
  const all = Object.entries<PolicyTemplate>(POLICY_TEMPLATES)
  return all.flatMap(([name, template]) =>
    (template.isOfBucket ?? false) === isOfBucket ? [name as TemplateName] : [],
  )
}

export function templateOf(name: TemplateName): PolicyTemplate {
  return POLICY_TEMPLATES[name]
}

/** The statements of a template for these values; those that it doesn't ask for don't count. */
export function templateStatements(name: TemplateName, values: TemplateValues): object[] {
  const { fields, statements } = templateOf(name)
  return statements(fields.includes('folder') ? values : { ...values, folder: '' })
}

/** What a template lacks, as a key of its messages; undefined if it can be used. */
export function missingFor(name: TemplateName, values: TemplateValues): 'bucket' | 'addresses' | 'date' | undefined {
  const { fields } = templateOf(name)
  if (fields.includes('bucket') && values.bucket === '') return 'bucket'
  if (fields.includes('addresses') && values.addresses.length === 0) return 'addresses'
  return fields.includes('date') && values.date === '' ? 'date' : undefined
}
