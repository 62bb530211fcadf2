import { s3Error } from '../../../s3/errors.ts'
import type { AdminOperation } from '../../call.ts'
import { adminError } from '../../errors.ts'
import { describeKey, mayDescribe } from './key-description.ts'
import { findServiceAccount } from './service-account-request.ts'

export const infoServiceAccount: AdminOperation = async ({ engine, caller, query, allows, encryptedResponse }) => {
  const accessKey = query.get('accessKey') ?? ''
  if (accessKey === '') throw adminError('InvalidRequest')
  const found = findServiceAccount(engine.iam, accessKey)
  if (!mayDescribe({ caller, allows }, accessKey, found)) throw s3Error('AccessDenied')
  return encryptedResponse(describeKey(engine, found))
}
