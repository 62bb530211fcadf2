import type { Engine } from '../engine.ts'
import type { Answer } from '../http/answer.ts'
import type { Exchange } from '../http/exchange.ts'
import { stsError } from './errors.ts'
import { assumeRole } from './operations/assume-role.ts'
import { assumeRoleWithWebIdentity } from './operations/assume-role-with-web-identity.ts'
import { sessionPolicyOf } from './session-policy.ts'

export interface StsCall {
  engine: Engine
  exchange: Exchange
  form: URLSearchParams
  /** The form as it came: its hash is signed. */
  body: Buffer
}

export type StsOperation = (call: StsCall) => Promise<Answer>

/** There is no LDAP here: the answers of a server on which none is configured. */
const noLdap: StsOperation = async ({ form }) => {
  if (!form.get('LDAPUsername') || !form.get('LDAPPassword')) {
    throw stsError('MissingParameter', 'LDAPUsername and LDAPPassword cannot be empty')
  }
  sessionPolicyOf(form)
  throw stsError('InvalidParameterValue', 'LDAP server error: LDAP is not configured')
}

/** Actions of servers on which they are switched on. */
const disabled =
  (action: string): StsOperation =>
  async () => {
    throw stsError('STSNotInitialized', `STS API '${action}' is disabled`)
  }

/** By the value of `Action`. */
export const STS_ACTIONS: Readonly<Record<string, StsOperation>> = {
  AssumeRole: assumeRole,
  AssumeRoleWithWebIdentity: assumeRoleWithWebIdentity,
  AssumeRoleWithClientGrants: assumeRoleWithWebIdentity,
  AssumeRoleWithLDAPIdentity: noLdap,
}

/** Those that only a query asks for, as at MinIO; in a form they are unsupported. */
export const QUERY_ACTIONS: Readonly<Record<string, StsOperation>> = {
  AssumeRoleWithCertificate: disabled('AssumeRoleWithCertificate'),
  AssumeRoleWithCustomToken: disabled('AssumeRoleWithCustomToken'),
}
