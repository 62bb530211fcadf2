import { AppError, previewKeyPolicy } from '@cooperage/contract'
import type { StorageClient } from '@cooperage/storage-client'
import { type OwnAccount, policiesOf } from '../policies/index.ts'
import type { Registry } from '../shared/feature.ts'

export function keyPreviewRoutes({ routes, services: { accounts, computations } }: Registry): void {
  routes.withSession(previewKeyPolicy, async ({ body, session, storage }) => {
    const own = await accounts.of(session, storage)
    const name = body.user ?? own.accountName
    const documents = await ownerPolicies(storage, name, own)
    return await computations.run(session.id, 'keyPolicyPreview', body.policy, { name, documents })
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
