import type { Credentials } from '../credentials.ts'
import { ALGORITHM, amzDate, type Scope, scopeText, signature, signingKey } from '../sigv4/canonical.ts'

/** A condition as written in a policy document. */
export type PostConditionInput =
  | Record<string, string>
  | [operator: 'eq' | 'starts-with', field: `$${string}`, value: string]
  | [operator: 'content-length-range', min: number, max: number]

export interface SignPostPolicyOptions {
  bucket: string
  /** For the key and every further field of the form; those for bucket and signature are added. */
  conditions: readonly PostConditionInput[]
  expiresAt: Date
  credentials: Credentials
  /** Default `us-east-1`. */
  region?: string
  now?: Date
}

/**
 * The fields that allow an upload within the conditions to anyone who has them. The form adds the key, the fields that the
 * conditions name, and the file as its last field.
 */
export function signPostPolicy(options: SignPostPolicyOptions): Record<string, string> {
  const { bucket, credentials } = options
  const timestamp = amzDate(options.now ?? new Date())
  const scope: Scope = { date: timestamp.slice(0, 8), region: options.region ?? 'us-east-1', service: 's3' }
  const fields: Record<string, string> = {
    bucket,
    'x-amz-algorithm': ALGORITHM,
    'x-amz-credential': `${credentials.accessKey}/${scopeText(scope)}`,
    'x-amz-date': timestamp,
    ...(credentials.sessionToken === undefined ? {} : { 'x-amz-security-token': credentials.sessionToken }),
  }
  const document = {
    expiration: options.expiresAt.toISOString(),
    conditions: [...Object.entries(fields).map(([name, value]) => ({ [name]: value })), ...options.conditions],
  }
  const policy = Buffer.from(JSON.stringify(document)).toString('base64')
  const key = signingKey(credentials.secretKey, scope)
  return { ...fields, policy, 'x-amz-signature': signature(key, policy) }
}
