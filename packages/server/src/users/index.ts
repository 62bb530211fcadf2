/** The built-in users of the storage server. */
import type { Feature } from '../shared/feature.ts'
import { userRoutes } from './users.routes.ts'

export { findUser, readUser, requireNotReplaced, requireSecretKey, requireUser, withNewUserErrors } from './users.ts'

export const users: Feature = [userRoutes]
