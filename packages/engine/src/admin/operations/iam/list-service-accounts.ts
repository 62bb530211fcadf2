import { s3Error } from '../../../s3/errors.ts'
import type { AdminOperation } from '../../call.ts'
import { expiryText } from '../../times.ts'

/** Lists the service accounts of the caller's account, or with a permission those of `user`. */
export const listServiceAccounts: AdminOperation = async (call) => {
  const { engine, caller, query, allows, encryptedResponse } = call
  const user = query.get('user') ?? ''
  const isOther = user !== '' && user !== caller.accessKey
  const action = 'admin:ListServiceAccounts'
  if (!(isOther ? allows(action) : allows.onOwnKeys(action))) throw s3Error('AccessDenied')
  const accounts = engine.iam.serviceAccounts
    .ofParent(isOther ? user : caller.account)
    .map(({ accessKey, record: { parent, enabled, policy, name, description, expiresAt } }) => ({
      parentUser: parent,
      accountStatus: enabled ? 'on' : 'off',
      impliedPolicy: policy === undefined,
      accessKey,
      ...(name === '' ? {} : { name }),
      ...(description === '' ? {} : { description }),
      expiration: expiryText(expiresAt),
    }))
  return encryptedResponse({ accounts: accounts.length === 0 ? null : accounts })
}
