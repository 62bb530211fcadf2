/** Verifies a form against its policy, and the signature of the policy. */

import { WireError } from '../errors.ts'
import { equalInConstantTime } from '../hash.ts'
import { signature as signatureV2 } from '../sigv2/canonical.ts'
import { signature, signingKey } from '../sigv4/canonical.ts'
import { parseCredential } from '../sigv4/credential-scope.ts'
import { refusal } from '../sigv4/refusals.ts'
import { secretsOf, type VerifyOptions } from '../sigv4/verification.ts'
import type { PostCondition, PostPolicy } from './post-policy.ts'

/** The fields before the file, by name in lower case, with all their values. */
export type FormFields = ReadonlyMap<string, readonly string[]>

export function fieldOf(fields: FormFields, name: string): string | undefined {
  return fields.get(name)?.[0]
}

/** Whether the policy is signed with signature version 2. */
export function isPostFormV2(fields: FormFields): boolean {
  return fields.has('signature')
}

/**
 * The access key that signed the policy. Its date is ignored except in the scope: a form is valid as long as its policy
 * declares. A form without a credential is rejected like one with a malformed one.
 * @throws WireError
 */
export function verifyPostForm(
  fields: FormFields,
  options: Pick<VerifyOptions, 'lookup' | 'region' | 'acceptsSignatureV2'>,
): string {
  const saysV2 = isPostFormV2(fields) || fields.has('awsaccesskeyid')
  if (saysV2 && !options.acceptsSignatureV2) throw refusal('mechanismNotSupported')
  const policy = fieldOf(fields, 'policy') ?? ''
  const token = fieldOf(fields, 'x-amz-security-token')
  if (isPostFormV2(fields)) {
    const accessKey = fieldOf(fields, 'awsaccesskeyid') ?? ''
    const { secretKey } = secretsOf(accessKey, token, options)
    checkSignature(signatureV2(secretKey, policy), fieldOf(fields, 'signature'))
    return accessKey
  }
  const { accessKey, scope } = parseCredential(fieldOf(fields, 'x-amz-credential') ?? '', 's3', options.region)
  const { secretKey } = secretsOf(accessKey, token, options)
  checkSignature(signature(signingKey(secretKey, scope), policy), fieldOf(fields, 'x-amz-signature'))
  return accessKey
}

function checkSignature(expected: string, given = ''): void {
  if (!equalInConstantTime(expected, given)) throw refusal('signatureMismatch')
}

/** Fields that need no condition: they contain the policy or the signature. */
const FREE_FIELDS: ReadonlySet<string> = new Set(['awsaccesskeyid', 'file', 'policy', 'signature', 'x-amz-signature'])

/** Fields whose values must match exactly: a prefix of such a value would mean nothing. */
const EXACT_FIELDS: ReadonlySet<string> = new Set([
  'bucket',
  'tagging',
  'x-amz-algorithm',
  'x-amz-credential',
  'x-amz-date',
])

/** For these fields MinIO doesn't report which condition failed. */
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
 * Every condition must hold and every field must have one. The caller checks the length of the file.
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
  const covered = new Set(policy.conditions.map(({ field }) => field))
  const untold = [...fields.keys()].filter(
    (name) => !covered.has(name) && !FREE_FIELDS.has(name) && !name.startsWith('x-ignore-'),
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

/** The case in which MinIO reports a field. */
function headerCase(name: string): string {
  return name.replace(/(?:^|-)[a-z]/g, (letter) => letter.toUpperCase())
}

function violates(reason: string): WireError {
  return new WireError('AccessDenied', 403, `Access Denied. (${reason})`)
}
