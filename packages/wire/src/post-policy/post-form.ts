/** Whether a form keeps to its policy, and whose signature the policy has. */
import { WireError } from '../errors.ts'
import { equalInConstantTime } from '../hash.ts'
import { signature, signingKey } from '../sigv4/canonical.ts'
import { parseCredential } from '../sigv4/credential-scope.ts'
import { refusal } from '../sigv4/refusals.ts'
import { secretsOf, type VerifyOptions } from '../sigv4/verify.ts'
import type { PostCondition, PostPolicy } from './post-policy.ts'

/** The fields before the file, by name in lower case, with every value that they were given. */
export type FormFields = ReadonlyMap<string, readonly string[]>

export function fieldOf(fields: FormFields, name: string): string | undefined {
  return fields.get(name)?.[0]
}

/**
 * The access key that signed the policy. Its date counts for nothing beside the scope: a form lives as long as its policy
 * says. A form without a credential is refused like one with a malformed one.
 * @throws WireError
 */
export function verifyPostForm(fields: FormFields, options: Pick<VerifyOptions, 'lookup' | 'region'>): string {
  if (fields.has('signature') || fields.has('awsaccesskeyid')) throw refusal('mechanismNotSupported')
  const { accessKey, scope } = parseCredential(fieldOf(fields, 'x-amz-credential') ?? '', 's3', options.region)
  const { secretKey } = secretsOf(accessKey, fieldOf(fields, 'x-amz-security-token'), options)
  const expected = signature(signingKey(secretKey, scope), fieldOf(fields, 'policy') ?? '')
  if (!equalInConstantTime(expected, fieldOf(fields, 'x-amz-signature') ?? '')) throw refusal('signatureMismatch')
  return accessKey
}

/** Fields that need no condition: they carry the policy or are part of what is sent, not of what it says. */
const FREE_FIELDS: ReadonlySet<string> = new Set(['x-amz-signature', 'file', 'policy'])

/** What must be told exactly: the start of such a value says nothing. */
const EXACT_FIELDS: ReadonlySet<string> = new Set([
  'bucket',
  'tagging',
  'x-amz-algorithm',
  'x-amz-credential',
  'x-amz-date',
])

/** For these MinIO does not say which condition it was. */
const UNNAMED_FIELDS: ReadonlySet<string> = new Set([
  ...EXACT_FIELDS,
  'acl',
  'cache-control',
  'content-type',
  'content-disposition',
  'content-encoding',
  'expires',
  'key',
  'redirect',
  'success_action_redirect',
  'success_action_status',
])

/**
 * Every condition must hold and every field must have one. The length of the file is the receiver's to check.
 * @throws WireError AccessDenied
 */
export function checkPostForm(policy: PostPolicy, fields: FormFields, now = Date.now()): void {
  if (policy.expiresAt <= now) throw violates('Invalid according to Policy: Policy expired')
  for (const condition of policy.conditions) {
    const { operator, field, value } = condition
    const values = fields.get(field) ?? []
    if (values.length > 1) {
      throw violates(`${failed(condition)}. FormValues have multiple values: [${values.join(', ')}]`)
    }
    const [given = ''] = values
    const holds = operator === 'eq' ? given === value : given.startsWith(value) && !EXACT_FIELDS.has(field)
    if (!holds) {
      throw violates(
        UNNAMED_FIELDS.has(field) ? 'Invalid according to Policy: Policy Condition failed' : failed(condition),
      )
    }
  }
  const told = new Set(policy.conditions.map(({ field }) => field))
  const untold = [...fields.keys()].filter(
    (name) => !told.has(name) && !FREE_FIELDS.has(name) && !name.startsWith('x-ignore-'),
  )
  if (untold.length > 0) {
    throw violates(
      `Each form field that you specify in a form must appear in the list of policy conditions. "${untold.map(headerCase).join(', ')}" not specified in the policy.`,
    )
  }
}

function failed({ operator, field, value }: PostCondition): string {
  return `Invalid according to Policy: Policy Condition failed: [${operator}, $${field}, ${value}]`
}

/** The case in which MinIO names a field. */
function headerCase(name: string): string {
  return name.replace(/(?:^|-)[a-z]/g, (letter) => letter.toUpperCase())
}

function violates(reason: string): WireError {
  return new WireError('AccessDenied', 403, `Access Denied. (${reason})`)
}
