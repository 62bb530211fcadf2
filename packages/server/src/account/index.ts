/** The visitor's own account: its language, its password and its sessions. */
import type { Feature } from '../shared/feature.ts'
import { languageRoutes } from './language.routes.ts'
import { passwordRoutes } from './password.routes.ts'
import { sessionsRoutes } from './sessions.routes.ts'

export const account: Feature = [languageRoutes, passwordRoutes, sessionsRoutes]
