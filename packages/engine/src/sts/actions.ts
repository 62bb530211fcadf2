import type { Directory } from '@cooperage/directory'
import type { Exchange } from '../http/exchange.ts'
import type { HttpResponse } from '../http/response.ts'
import type { IdentityServices } from '../identity/services.ts'
import { stsError } from './errors.ts'
import type { OpenIdProviders } from './openid/providers.ts'
import { assumeRole } from './operations/assume-role.ts'
import { assumeRoleWithLdapIdentity } from './operations/assume-role-with-ldap-identity.ts'
import { assumeRoleWithWebIdentity } from './operations/assume-role-with-web-identity.ts'

/** The parts of the engine that STS operations use. */
export interface StsServices extends IdentityServices {
  openId: OpenIdProviders
  /** The directory whose users take the place of built-in ones. */
  ldap: Directory | undefined
}

interface StsCall {
  engine: StsServices
  exchange: Exchange
  form: URLSearchParams
  /** The raw form, whose hash is signed. */
  body: Buffer
}

export type StsOperation = (call: StsCall) => Promise<HttpResponse>

/** Responds like a server on which the action is disabled. */
const disabled =
  (action: string): StsOperation =>
  async () => {
    throw stsError('STSNotInitialized', `STS API '${action}' is disabled`)
  }

/** Operations by the value of `Action`. */
export const STS_ACTIONS: Readonly<Record<string, StsOperation>> = {
  AssumeRole: assumeRole,
  AssumeRoleWithWebIdentity: assumeRoleWithWebIdentity,
  AssumeRoleWithClientGrants: assumeRoleWithWebIdentity,
  AssumeRoleWithLDAPIdentity: assumeRoleWithLdapIdentity,
}

/** Actions that are accepted in the query only, as in MinIO. */
export const QUERY_ACTIONS: Readonly<Record<string, StsOperation>> = {
  AssumeRoleWithCertificate: disabled('AssumeRoleWithCertificate'),
  AssumeRoleWithCustomToken: disabled('AssumeRoleWithCustomToken'),
}
