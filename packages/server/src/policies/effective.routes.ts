import {
  type AccessSubject,
  AppError,
  getEffectivePermissions,
  type PolicySource,
  reasonText,
} from '@cooperage/contract'
import type { StorageClient } from '@cooperage/storage-client'
import type { AttachedPolicy } from '@cooperage/wire/policy'
import type { Registry } from '../shared/feature.ts'
import { type OwnAccount, policiesOf, type SubjectPolicies } from './subject-policies.ts'

/** Adds up the policies that the visitor may read. */
export function effectiveRoutes({ routes, services: { accounts, computations } }: Registry): void {
  routes.withSession(getEffectivePermissions, async ({ query, session, storage }) => {
    if (query.kind !== 'me' && query.name === '')
      throw new AppError('InvalidInput', { reason: reasonText('nameIsEmpty') })
    const own = await accounts.of(session, storage)
    const subject: AccessSubject = query.kind === 'me' ? { kind: 'user', name: own.accountName } : query
    const found = await readPolicies(storage, subject, own)
    const { summary, policies } = await computations.run(session.id, 'effectivePermissions', found.policies, {
      account: found.account,
      groups: found.groups,
    })
    const { account, groups, accountKind, disabled, disabledGroup, isCombined, unread } = found
    return {
      account,
      groups,
      accountKind,
      disabled,
      disabledGroup,
      isCombined,
      summary,
      policies: policies.map(({ policy, ...rest }) => ({ source: toSource(policy), ...rest })),
      unread,
    }
  })
}

/** What visitors may not read of their own account is in the policy that the server combines for it. */
async function readPolicies(storage: StorageClient, subject: AccessSubject, own: OwnAccount): Promise<SubjectPolicies> {
  const found = await policiesOf(storage, subject, own, '')
  if (subject.kind !== 'user' || subject.name !== own.accountName) return found
  if (found.accountKind === 'unknown' && found.unread.length === 0) {
    const source = { kind: 'identity', policy: '', attachedTo: own.accountName } as const
    return { ...found, unread: [{ source, reason: 'denied', permission: 'admin:GetUser' }] }
  }
  if (!found.unread.some(({ reason }) => reason !== 'missing')) return found
  const { policies, isCombined } = await policiesOf(storage, { kind: 'me' }, own, '')
  return { ...found, policies, isCombined }
}

function toSource({ kind, name, attachedTo }: Omit<AttachedPolicy, 'document'>): PolicySource {
  return { kind, policy: name, attachedTo }
}
