/** Access keys of the visitor's account and of other users. */
import type { Feature } from '../shared/feature.ts'
import { accessKeyRoutes } from './access-keys.routes.ts'
import { keyPreviewRoutes } from './key-preview.routes.ts'
import { saveKeyRoutes } from './save-key.routes.ts'

export { expiryTime, withKeyErrors } from './access-keys.ts'

export const accessKeys: Feature = [accessKeyRoutes, saveKeyRoutes, keyPreviewRoutes]
