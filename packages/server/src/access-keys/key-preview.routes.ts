import { AppError, type KeyPolicyPreview, previewKeyPolicy } from '@cooperage/contract'
import type { StorageClient } from '@cooperage/storage-client'
import { WireError } from '@cooperage/wire'
import { checkPolicy, keyPermissions } from '@cooperage/wire/policy'
import { type OwnAccount, policiesOf } from '../policies/subject-policies.ts'
import type { Registry } from '../shared/feature.ts'
import { hasStatements, NO_STATEMENTS } from './access-keys.ts'

const NOTHING: Omit<KeyPolicyPreview, 'problem' | 'bytes'> = {
  resources: [],
  administration: false,
  compared: 'unknown',
}

export function keyPreviewRoutes({ routes, services: { accounts } }: Registry): void {
  routes.withSession(previewKeyPolicy, async ({ body, session, storage }) => {
    const own = await accounts.of(session, storage)
    const { document, bytes, problem } = readPolicy(body.policy)
    if (problem !== '') return { ...NOTHING, problem, bytes }
    const name = body.user ?? own.accountName
    const documents = await ownerPolicies(storage, name, own)
    const { resources, administration, isNarrower } = keyPermissions(document, { name, documents })
    const compared = { true: 'narrower', false: 'all', undefined: 'unknown' } as const
    return { problem, bytes, resources, administration, compared: compared[`${isNarrower}`] }
  })
}

/** Undefined where the visitor may not read all of them. */
async function ownerPolicies(storage: StorageClient, name: string, own: OwnAccount): Promise<unknown[] | undefined> {
  if (name === own.accountName) return [own.policy]
  try {
    const { policies, unread, disabled } = await policiesOf(storage, { kind: 'user', name }, own, '')
    return unread.length > 0 || disabled !== '' ? undefined : policies.map(({ document }) => document)
  } catch (error) {
    // Of root and of accounts of identity providers nothing is known.
    if (!(error instanceof AppError) || !['AccessDenied', 'NoSuchUser'].includes(error.code)) throw error
    return undefined
  }
}

/** Predicts what the storage server says of the policy of an access key, except of its length. */
function readPolicy(text: string): { document: unknown; bytes: number; problem: string } {
  let document: unknown
  try {
    document = JSON.parse(text)
  } catch {
    return { document, bytes: Buffer.byteLength(text), problem: 'The policy is not valid JSON.' }
  }
  const compact = JSON.stringify(document)
  const bytes = Buffer.byteLength(compact)
  if (!hasStatements(document)) return { document, bytes, problem: NO_STATEMENTS }
  try {
    checkPolicy(compact, 'service-account')
    return { document, bytes, problem: '' }
  } catch (error) {
    if (!(error instanceof WireError)) throw error
    const isTooLong = error.code === 'XMinioIAMServiceAccountSessionPolicyTooLarge'
    return { document, bytes, problem: isTooLong ? '' : error.message }
  }
}
