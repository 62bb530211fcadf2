/** The license of the storage server and its subscription. */
import type { Page } from '../page.ts'

export * from './license.ts'
export * from './plans.ts'

export const licensePages: readonly Page[] = [{ path: '/license', actions: [] }]
