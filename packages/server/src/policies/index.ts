/** The policies of users and groups: list, documents, attachments, simulation, effective permissions and exposure. */
import type { Feature } from '../shared/feature.ts'
import { accessGrantRoutes } from './access-grants.routes.ts'
import { attachmentPreviewRoutes } from './attachment-preview.routes.ts'
import { policyEditorRoutes } from './editor.routes.ts'
import { effectiveRoutes } from './effective.routes.ts'
import { exposureRoutes } from './exposure.routes.ts'
import { policyRoutes } from './policies.routes.ts'
import { principalRoutes } from './principals.routes.ts'
import { setPolicyRoutes } from './set-policy.routes.ts'
import { simulatorRoutes } from './simulator.routes.ts'

export { type OwnAccount, policiesOf } from './subject-policies.ts'

export const policies: Feature = [
  policyRoutes,
  policyEditorRoutes,
  setPolicyRoutes,
  attachmentPreviewRoutes,
  accessGrantRoutes,
  simulatorRoutes,
  effectiveRoutes,
  exposureRoutes,
  principalRoutes,
]
