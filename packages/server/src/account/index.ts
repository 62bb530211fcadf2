/** The visitor's own account: its choices, its password and its sessions. */
import type { Feature } from '../shared/feature.ts'
import { choicesRoutes } from './choices.routes.ts'
import { passwordRoutes } from './password.routes.ts'
import { sessionsRoutes } from './sessions.routes.ts'

export const account: Feature = [choicesRoutes, passwordRoutes, sessionsRoutes]
