/**
 * Backup of IAM: policies, users, groups, service accounts and attached policies as one ZIP archive, in the format of
 * MinIO’s own export. The archive contains every secret key; no other response of these calls contains one.
 */
import * as z from 'zod/mini'
import { COMPUTATION_ERRORS } from '../declared-errors.ts'
import { route } from '../route.ts'

/** Maximum size of an archive, and of its content, in bytes: about 200,000 users. */
export const MAX_IAM_BACKUP_BYTES = 32 * 1024 * 1024
export const MAX_IAM_CONTENT_BYTES = 64 * 1024 * 1024

/** Names of the parts of the form that preview and import read. */
export const IAM_BACKUP_FILE = 'file'
export const IAM_BACKUP_FINGERPRINT = 'fingerprint'

/** In the order of an import. `stsPolicies`: policies of accounts from LDAP and OpenID. */
export const IAM_KINDS = [
  'policies',
  'users',
  'groups',
  'serviceAccounts',
  'userPolicies',
  'groupPolicies',
  'stsPolicies',
] as const
const iamKind = z.enum(IAM_KINDS)
export type IamKind = z.infer<typeof iamKind>

/** One field that the import changes. Secret keys are compared, but never sent: both sides are empty. */
export const iamDifference = z.object({
  field: z.enum([
    'policy',
    'secretKey',
    'status',
    'members',
    'policies',
    'parent',
    'name',
    'description',
    'expiry',
    'claims',
  ]),
  /** On the server; empty if unset. */
  before: z.array(z.string()),
  /** After the import; empty if unset. */
  after: z.array(z.string()),
})
export type IamDifference = z.infer<typeof iamDifference>

/**
 * What an import does to an entry. `keep`: it isn't in the backup and isn't changed. `skip`: the import leaves it out, see
 * {@link IAM_SKIP_REASONS}.
 */
export const IAM_CHANGES = ['add', 'change', 'same', 'keep', 'skip'] as const
const iamChange = z.enum(IAM_CHANGES)
export type IamChange = z.infer<typeof iamChange>

/** Why an entry is left out; '' unless it is. Some have names or words in `skipDetails`. */
export const IAM_SKIP_REASONS = [
  '',
  'root',
  'name',
  'secretKey',
  'accessKeyTaken',
  'invalidPolicy',
  'empty',
  'expired',
  'unknownUser',
  'unknownGroup',
  'unknownPolicy',
  'noLdap',
] as const

const entry = {
  kind: iamKind,
  name: z.string(),
  change: iamChange,
  skipReason: z.enum(IAM_SKIP_REASONS),
  skipDetails: z.array(z.string()),
  /** Whether the change affects the account of this session. */
  isOwn: z.boolean(),
}

export const iamPlanEntry = z.object({
  ...entry,
  /** Only for `change`. */
  differences: z.array(iamDifference),
})
export type IamPlanEntry = z.infer<typeof iamPlanEntry>

/**
 * `incomplete`: some of the differences remain. `unknown`: the import was sent, but the result couldn’t be read.
 */
export const IAM_OUTCOMES = ['done', 'incomplete', 'failed', 'unknown', 'skipped'] as const
export type IamOutcome = (typeof IAM_OUTCOMES)[number]

export const iamResultEntry = z.object({
  ...entry,
  outcome: z.enum(IAM_OUTCOMES),
  /** The storage server’s reason, if it reported one. */
  message: z.string(),
  /** What the import should have changed, but didn’t. */
  remaining: z.array(iamDifference),
})
export type IamResultEntry = z.infer<typeof iamResultEntry>

export const exportIam = route('iamBackup.export', 'GET /api/v1/iam-backup', {
  summary: 'Downloads all policies, users, groups and service accounts as a ZIP archive, including every secret key.',
  bytes: true,
  audit: 'export',
})

/** Changes nothing. The form has the archive in the part `file`. */
export const previewIamImport = route('iamBackup.preview', 'POST /api/v1/iam-backup/preview', {
  audit: 'none',
  summary: 'Compares an archive with the storage server and lists what an import would change.',
  form: true,
  response: z.object({
    entries: z.array(iamPlanEntry),
    /** Identifies these changes; the import rejects any others. */
    fingerprint: z.string(),
  }),
  errors: [...COMPUTATION_ERRORS, 'InvalidIamBackup', 'UploadIncomplete'],
})
export type IamPreview = z.infer<NonNullable<(typeof previewIamImport)['response']>>

/** The form has the archive in the part `file`, and optionally the `fingerprint` of the preview. */
export const importIam = route('iamBackup.import', 'POST /api/v1/iam-backup/import', {
  summary: 'Imports an archive and reports what was applied, entry by entry.',
  form: true,
  response: z.object({
    /** Without entries that needed no change. */
    entries: z.array(iamResultEntry),
    /** Why the import stopped before its end; '' if it didn’t. */
    stopped: z.string(),
  }),
  errors: [...COMPUTATION_ERRORS, 'InvalidIamBackup', 'UploadIncomplete', 'IamBackupOutdated'],
})
export type IamImportResult = z.infer<NonNullable<(typeof importIam)['response']>>
