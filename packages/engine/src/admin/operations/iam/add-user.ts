import { iamError } from '../../../iam/errors.ts'
import { isDerivedKey } from '../../../iam/iam.ts'
import { hasOuterSpace } from '../../../iam/names.ts'
import { s3Error } from '../../../s3/errors.ts'
import type { AdminCall, AdminOperation } from '../../call.ts'
import { adminError } from '../../errors.ts'
import { JsonBodyError, readJsonBody } from '../../json-body.ts'
import { requireBuiltIn } from '../../ldap.ts'

/**
 * Creates a user, or changes the secret and status of an existing one. Users change their own secret with this call, unless a
 * policy denies it. Service accounts and sessions can't change their parent, so a stolen session can't take over an account.
 */
export const addUser: AdminOperation = async (call) => {
  const { engine, caller, query, allows } = call
  const { iam, root } = engine
  const name = query.get('accessKey') ?? ''
  const isDerived = caller.kind === 'temporary' || caller.kind === 'service-account'
  if (name === root.accessKey || isDerivedKey(iam, name) || (isDerived && caller.account === name))
    throw iamError('RootAccessKey')
  if (iam.users.get(name) === undefined && hasOuterSpace(name)) throw iamError('NameInvalid')
  const isOwn = name === caller.accessKey
  if (!(isOwn ? allows.unlessDenied('admin:CreateUser') : allows('admin:CreateUser'))) throw s3Error('AccessDenied')

  const user = await readUser(call)
  requireBuiltIn(engine.ldap)
  await iam.users.set(name, user, { isOwn })
  return { status: 200 }
}

async function readUser(call: AdminCall): Promise<{ secretKey: string; enabled: boolean }> {
  const bytes = await call.encryptedBody()
  try {
    const body = readJsonBody(bytes)
    // MinIO ignores the field; separate calls attach policies.
    if (body.text('policy') !== '') throw s3Error('NotImplemented', 'AddUser does not attach policies')
    return { secretKey: body.text('secretKey'), enabled: ['enabled', 'on'].includes(body.text('status')) }
  } catch (cause) {
    if (!(cause instanceof JsonBodyError)) throw cause
    throw adminError('XMinioAdminConfigBadJSON', undefined, { cause })
  }
}
