/** Signing in with a token of the cluster, and its permissions there. */
import type { OperatorFeature } from '../shared/operator/operator-feature.ts'
import { loginRoutes } from './login.routes.ts'
import { sessionRoutes } from './session.routes.ts'

export const operatorSession: OperatorFeature = [loginRoutes, sessionRoutes]
