import { WireError } from '@cooperage/wire'
import type { HttpResponse } from '../../../http/response.ts'
import { iamError, unclassified } from '../../../iam/errors.ts'
import type { Entity } from '../../../iam/mappings.ts'
import { splitNames } from '../../../iam/names.ts'
import { s3Error } from '../../../s3/errors.ts'
import type { AdminCall, AdminOperation } from '../../call.ts'
import { adminError } from '../../errors.ts'
import { type JsonBody, JsonBodyError, readJsonBody } from '../../json-body.ts'
import { ldapEntity, ldapNotEnabled, type PolicyOperation } from '../../ldap.ts'
import { timeText } from '../../times.ts'

/** The call of servers before 2023, which replaces all policies of a user or group. */
export const setUserOrGroupPolicy: AdminOperation = async ({ engine: { iam, ldap }, query }) => {
  const [isGroup, name = ''] = [query.get('isGroup'), query.get('userOrGroup') ?? '']
  // In MinIO the value is part of the route.
  if (isGroup !== 'true' && isGroup !== 'false') throw adminError('XMinioAdminVersionMismatch')
  const policies = splitNames(query.get('policyName') ?? '')
  const entity: Entity = { kind: isGroup === 'true' ? 'group' : 'user', name }
  await iam.mappings.replace(ldap === undefined ? entity : await ldapEntity(ldap, entity, 'attach'), policies)
  return { status: 200 }
}

/** Attaches policies to a user or group, or detaches them, and returns the changed ones. */
export const updatePolicyAssociation: AdminOperation = async (call) => {
  const { engine, allows } = call
  if (!allows('admin:UpdatePolicyAssociation') && !allows('admin:AttachUserOrGroupPolicy'))
    throw s3Error('AccessDenied')
  return await changeAssociation(call, async (entity) => {
    if (engine.ldap === undefined) return entity
    throw iamError(
      'NoSuchUser',
      'The specified user does not exist. If you meant a user in LDAP, use `mc idp ldap` (Specified user does not exist. If you meant a user in LDAP please use command under `mc idp ldap`)',
    )
  })
}

/** Like `updatePolicyAssociation`, for a user or group of the directory. A user is also found by user name. */
export const updateLdapPolicyAssociation: AdminOperation = async (call) => {
  const { ldap } = call.engine
  if (ldap === undefined) throw ldapNotEnabled()
  return await changeAssociation(call, (entity, operation) => ldapEntity(ldap, entity, operation))
}

async function changeAssociation(
  call: AdminCall,
  resolve: (entity: Entity, operation: PolicyOperation) => Promise<Entity>,
): Promise<HttpResponse> {
  const { engine, exchange, parameters, encryptedResponse } = call
  const { mappings } = engine.iam
  // As in MinIO, which would parse a form.
  if (exchange.headers['content-type'] !== 'application/octet-stream') throw s3Error('BadRequest', '400 BadRequest')
  const { operation } = parameters
  if (operation !== 'attach' && operation !== 'detach')
    throw iamError('InvalidArgument', 'Invalid arguments specified.')

  const { entity, policies } = await readAssociation(call)
  const changed = await mappings[operation](await resolve(entity, operation), policies)
  return encryptedResponse({
    [operation === 'attach' ? 'policiesAttached' : 'policiesDetached']: changed,
    updatedAt: timeText(Date.now()),
  })
}

async function readAssociation(call: AdminCall): Promise<{ entity: Entity; policies: string[] }> {
  const body = await readBody(call)
  const [policies, user, group] = [body.texts('policies'), body.text('user'), body.text('group')]
  if (policies.length === 0) throw unclassified('no policy names were given')
  if (policies.includes('')) throw unclassified('an empty policy name was given')
  if (user === '' && group === '') throw unclassified('no user or group association was given')
  if (user !== '' && group !== '') {
    throw unclassified('either a group or a user association must be given, not both')
  }
  return { entity: user === '' ? { kind: 'group', name: group } : { kind: 'user', name: user }, policies }
}

/** As in MinIO, this call has no specific error code for an invalid body. */
async function readBody(call: AdminCall): Promise<JsonBody> {
  try {
    return readJsonBody(await call.encryptedBody())
  } catch (cause) {
    const isInvalid = cause instanceof JsonBodyError
    if (isInvalid || (cause instanceof WireError && cause.code === 'XMinioAdminConfigBadJSON')) {
      throw unclassified(cause.message)
    }
    throw cause
  }
}
