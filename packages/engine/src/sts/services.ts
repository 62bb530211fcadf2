import type { IdentityServices } from '../identity/services.ts'
import type { OpenIdProviders } from './openid/providers.ts'

/** The parts of the engine that STS operations use. */
export interface StsServices extends IdentityServices {
  openId: OpenIdProviders
}
