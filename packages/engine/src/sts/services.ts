import type { Directory } from '@cooperage/directory'
import type { IdentityServices } from '../identity/services.ts'
import type { OpenIdProviders } from './openid/providers.ts'

/** The parts of the engine that STS operations use. */
export interface StsServices extends IdentityServices {
  openId: OpenIdProviders
  /** The directory whose users take the place of built-in ones. */
  ldap: Directory | undefined
}
