/** The policies of users and groups: list, documents, attachments, simulation and exposure. */
import type { Feature } from '../shared/feature.ts'
import { policyEditorRoutes } from './editor.routes.ts'
import { exposureRoutes } from './exposure.routes.ts'
import { policyRoutes } from './policies.routes.ts'
import { simulatorRoutes } from './simulator.routes.ts'

export const policies: Feature = [policyRoutes, policyEditorRoutes, simulatorRoutes, exposureRoutes]
