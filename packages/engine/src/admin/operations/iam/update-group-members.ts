import type { AdminCall, AdminOperation } from '../../call.ts'
import { adminError } from '../../errors.ts'
import { type JsonBody, JsonBodyError, readJsonBody } from '../../json-body.ts'
import { requireBuiltIn } from '../../ldap.ts'

/** Adds members and creates the group if necessary, or removes members. Removing none deletes the empty group. */
export const updateGroupMembers: AdminOperation = async (call) => {
  const { iam, ldap } = call.engine
  const { groups } = iam
  const body = await readBody(call)
  requireBuiltIn(ldap)
  const [group, members] = [body.text('group'), body.texts('members')]
  if (body.flag('isRemove')) await groups.remove(group, members)
  else await groups.add(group, members)
  return { status: 200 }
}

async function readBody(call: AdminCall): Promise<JsonBody> {
  const bytes = await call.body()
  try {
    const body = readJsonBody(bytes)
    body.text('group')
    body.texts('members')
    body.flag('isRemove')
    return body
  } catch (cause) {
    if (!(cause instanceof JsonBodyError)) throw cause
    throw adminError('InvalidRequest', undefined, { cause })
  }
}
