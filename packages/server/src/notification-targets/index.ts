/** Targets of bucket events. */
import type { Feature } from '../shared/feature.ts'
import { notificationTargetRoutes } from './notification-targets.routes.ts'
import { queueRoute } from './queue.route.ts'
import { subscriberRoutes } from './subscribers.routes.ts'
import { testTargetRoute } from './test-target.route.ts'

export const notificationTargets: Feature = [notificationTargetRoutes, subscriberRoutes, testTargetRoute, queueRoute]
