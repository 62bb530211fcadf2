import { AppError, changeLdapPolicies, listLdapPolicies, reasonText } from '@cooperage/contract'
import { changeLdapPolicies as change, listLdapPolicies as list, StorageError } from '@cooperage/storage-client'
import { compareText } from '@cooperage/wire'
import type { Registry } from '../shared/feature.ts'
import { withStorageErrors } from '../shared/storage-errors.ts'

const FEATURE = 'policies for users and groups of LDAP' as const

export function ldapPolicyRoutes({ routes }: Registry): void {
  routes.withSession(listLdapPolicies, async ({ storage }) => {
    try {
      const mappings = await list(storage)
      const attachments = mappings.flatMap(({ policy, users, groups }) => [
        ...users.map((name) => ({ kind: 'user' as const, name, policy })),
        ...groups.map((name) => ({ kind: 'group' as const, name, policy })),
      ])
      return { enabled: true, attachments: attachments.sort((a, b) => compareText(a.name, b.name)) }
    } catch (error) {
      const isOff = error instanceof StorageError && error.code === 'XMinioIAMActionNotAllowed'
      if (isOff) return { enabled: false, attachments: [] }
      return await withStorageErrors({ action: 'admin:ListUserPolicies', feature: FEATURE }, Promise.reject(error))
    }
  })

  routes.withSession(changeLdapPolicies, async ({ body: { operation, kind, name, policies }, storage }) => {
    const subject = { action: 'admin:UpdatePolicyAssociation', feature: FEATURE, policy: policies.join(', ') }
    try {
      return { changed: await withStorageErrors(subject, change(storage, operation, { kind, name }, policies)) }
    } catch (error) {
      const cause = error instanceof AppError ? error.cause : undefined
      const code = cause instanceof StorageError ? cause.code : ''
      if (code === 'XMinioAdminNoSuchUser' || code === 'XMinioAdminNoSuchGroup') {
        throw new AppError(
          'NoSuchLdapEntry',
          { kind: reasonText(kind === 'user' ? 'ldapUser' : 'ldapGroup'), name },
          { cause },
        )
      }
      if (code === 'XMinioAdminPolicyChangeAlreadyApplied') throw new AppError('LdapPoliciesUnchanged', {}, { cause })
      // Servers have no separate code for a directory that doesn't respond.
      const isLdap = cause instanceof StorageError && /LDAP Result Code/.test(cause.message)
      throw isLdap ? new AppError('LdapUnavailable', {}, { cause }) : error
    }
  })
}
