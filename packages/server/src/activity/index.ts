/** What the storage server does in the background. */
import type { Feature } from '../shared/feature.ts'
import { activityRoutes } from './activity.routes.ts'

export { driveEventsOf } from './drive-events.ts'

export const activity: Feature = [activityRoutes]
