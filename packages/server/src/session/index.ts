/** Signing in and out, and the permissions of the signed-in account. */
import type { Feature } from '../shared/feature.ts'
import { loginRoutes } from './login.routes.ts'
import { sessionRoutes } from './session.routes.ts'
import { sessionWatch } from './session-watch.ts'

export { accountKind } from './account-kind.ts'
export { createOpenIdLogins, type ProviderLogin } from './openid/openid-logins.ts'
export { signIn } from './sign-in.ts'
export { signOutEverywhere } from './sign-out.ts'
export { startSession } from './start-session.ts'

export const session: Feature = [loginRoutes, sessionRoutes, sessionWatch]

/** In the console of a tenant, which operator mode signs in to. */
export const sessionOfTenant: Feature = [sessionRoutes, sessionWatch]
