/** What support asks for when a cluster misbehaves. */
import type { Feature } from '../shared/feature.ts'
import { apiCallsView } from './api-calls.view.ts'
import { fileRoutes } from './files.routes.ts'
import { lockRoutes } from './locks.routes.ts'

export const supportTools: Feature = [lockRoutes, apiCallsView, fileRoutes]
