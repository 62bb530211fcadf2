/** Volumes and drives of a Kubernetes cluster. */
import type { OperatorFeature } from '../shared/operator/operator-feature.ts'
import { driveRoutes } from './drives.routes.ts'
import { volumeRoutes } from './volumes.routes.ts'

export const storage: OperatorFeature = [volumeRoutes, driveRoutes]
