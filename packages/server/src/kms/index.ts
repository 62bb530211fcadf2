/** The key management service of the storage server, and its keys. */
import type { Feature } from '../shared/feature.ts'
import { kmsRoutes } from './kms.routes.ts'

export const kms: Feature = [kmsRoutes]
