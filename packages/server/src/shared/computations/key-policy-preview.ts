import { detailText, type FailureText, type KeyPolicyPreview } from '@cooperage/contract'
import { WireError } from '@cooperage/wire'
import { checkPolicy, keyPermissions } from '@cooperage/wire/policy'

const NOTHING: Omit<KeyPolicyPreview, 'problem' | 'text' | 'bytes'> = {
  resources: [],
  administration: false,
  compared: 'unknown',
}

/** What a key of an account could do with a policy. `documents` are those of the account; undefined if they aren't known. */
export function keyPolicyPreview(
  text: string,
  account: { name: string; documents: unknown[] | undefined },
): KeyPolicyPreview {
  const { document, bytes, problem: found } = readPolicy(text)
  const problem = typeof found === 'string' ? found : found.text
  if (problem !== '') return { ...NOTHING, problem, ...(typeof found !== 'string' && { text: found }), bytes }
  const { resources, administration, isNarrower } = keyPermissions(document, account)
  const compared = { true: 'narrower', false: 'all', undefined: 'unknown' } as const
  return { problem, bytes, resources, administration, compared: compared[`${isNarrower}`] }
}

/** Predicts what the storage server says of the policy of an access key, except of its length. */
function readPolicy(text: string): { document: unknown; bytes: number; problem: string | FailureText } {
  let document: unknown
  try {
    document = JSON.parse(text)
  } catch {
    return { document, bytes: Buffer.byteLength(text), problem: detailText('policyNoJson') }
  }
  const compact = JSON.stringify(document)
  const bytes = Buffer.byteLength(compact)
  if (!hasStatements(document)) return { document, bytes, problem: detailText('policyNoStatement') }
  try {
    checkPolicy(compact, 'service-account')
    return { document, bytes, problem: '' }
  } catch (error) {
    if (!(error instanceof WireError)) throw error
    const isTooLong = error.code === 'XMinioIAMServiceAccountSessionPolicyTooLarge'
    return { document, bytes, problem: isTooLong ? '' : error.message }
  }
}

/** Servers ignore the case of field names. */
export function hasStatements(document: unknown): boolean {
  if (typeof document !== 'object' || document === null) return false
  return Object.entries(document).some(
    ([field, value]) => field.toLowerCase() === 'statement' && (!Array.isArray(value) || value.length > 0),
  )
}
