import { unclassified } from '../../../iam/errors.ts'
import { ownPolicyText, servicePolicyText } from '../../../iam/policy-document.ts'
import type { ServiceAccountUpdate } from '../../../iam/service-accounts.ts'
import { s3Error } from '../../../s3/errors.ts'
import type { AdminOperation } from '../../call.ts'
import { adminError } from '../../errors.ts'
import { checkFields, durationContext, findServiceAccount, readFields } from './service-account-request.ts'

const STATUS: ReadonlyMap<string, boolean> = new Map([
  ['on', true],
  ['enabled', true],
  ['off', false],
  ['disabled', false],
])

/** Requires the permission even for the caller's own keys, because an update can widen the permissions of a key. */
export const updateServiceAccount: AdminOperation = async (call) => {
  const { engine, query, allows } = call
  const accessKey = query.get('accessKey') ?? ''
  if (accessKey === '') throw adminError('InvalidRequest')
  findServiceAccount(engine.iam, accessKey)
  const given = await readFields(call, (body) => ({
    secretKey: body.text('newSecretKey'),
    status: body.text('newStatus'),
    name: body.text('newName'),
    description: body.text('newDescription'),
    expiresAt: body.time('newExpiration'),
    policy: body.raw('newPolicy'),
  }))
  checkFields(given)
  if (!allows('admin:UpdateServiceAccount', '', '', durationContext(given.expiresAt))) throw s3Error('AccessDenied')

  const { secretKey, status, name, description, expiresAt, policy } = given
  const enabled = STATUS.get(status)
  if (status !== '' && enabled === undefined) throw unclassified('unknown account status value')
  const update: ServiceAccountUpdate = {
    ...(secretKey === '' ? {} : { secretKey }),
    ...(enabled === undefined ? {} : { enabled }),
    ...(name === '' ? {} : { name }),
    ...(description === '' ? {} : { description }),
    ...(expiresAt === undefined ? {} : { expiresAt: expiresAt > 0 ? expiresAt : null }),
    // An empty policy removes the existing one.
    ...(policy === undefined ? {} : { policy: ownPolicyText({ policy: servicePolicyText(policy) }) ?? null }),
  }
  await engine.iam.serviceAccounts.update(accessKey, update)
  return { status: 204 }
}
