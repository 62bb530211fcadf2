/** Signing in and out, and the permissions of the signed-in account. */
import type { Feature } from '../shared/feature.ts'
import { loginRoutes } from './login.routes.ts'
import { sessionRoutes } from './session.routes.ts'
import { sessionWatch } from './session-watch.ts'

export const session: Feature = [loginRoutes, sessionRoutes, sessionWatch]
