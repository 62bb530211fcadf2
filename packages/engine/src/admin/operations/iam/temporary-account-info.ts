import { unclassified } from '../../../iam/errors.ts'
import { s3Error } from '../../../s3/errors.ts'
import type { AdminOperation } from '../../call.ts'
import { adminError } from '../../errors.ts'
import { describeKey } from './key-description.ts'

export const temporaryAccountInfo: AdminOperation = async ({ engine, query, allows, encryptedResponse }) => {
  const accessKey = query.get('accessKey') ?? ''
  if (accessKey === '') throw adminError('InvalidRequest')
  if (!allows('admin:ListTemporaryAccounts')) throw s3Error('AccessDenied')
  const found = engine.iam.temporaryCredentials.find(accessKey)
  if (found !== undefined) return encryptedResponse(describeKey(engine, found))
  if (engine.iam.users.get(accessKey) === undefined) throw unclassified('Specified temporary account does not exist')
  throw s3Error('AccessDenied', 'Access Denied. (Authentication failed, check your access credentials)')
}
