import type { Engine } from '../engine.ts'
import type { Answer } from '../http/answer.ts'
import type { Exchange } from '../http/exchange.ts'
import { stsError } from './errors.ts'
import { assumeRole } from './operations/assume-role.ts'

export interface StsCall {
  engine: Engine
  exchange: Exchange
  form: URLSearchParams
  /** The form as it came: its hash is signed. */
  body: Buffer
}

export type StsOperation = (call: StsCall) => Promise<Answer>

/** Identity providers that this server does not have: the answers of a server on which none is configured. */
const noProvider: StsOperation = async () => {
  throw stsError('InvalidParameterValue', 'Role arn:minio:iam:::role/dummy-internal does not exist')
}
const noLdap: StsOperation = async () => {
  throw stsError('InvalidParameterValue', 'LDAP server error: LDAP is not configured')
}

/** By the value of `Action`. */
export const STS_ACTIONS: Readonly<Record<string, StsOperation>> = {
  AssumeRole: assumeRole,
  AssumeRoleWithWebIdentity: noProvider,
  AssumeRoleWithClientGrants: noProvider,
  AssumeRoleWithLDAPIdentity: noLdap,
}
