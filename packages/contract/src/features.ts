import { accountPages } from './account/pages.ts'
import { bucketPages } from './buckets/pages.ts'
import { objectPages } from './objects/pages.ts'
import type { Page } from './page.ts'
import { policyPages } from './policies/pages.ts'

export * from './account/index.ts'
export * from './buckets/index.ts'
export * from './objects/index.ts'
export * from './policies/index.ts'
export * from './session/index.ts'

/** The pages of this build in menu order. After signing in, visitors land on the first page that they may open. */
export const PAGES: readonly Page[] = [...bucketPages, ...policyPages, ...objectPages, ...accountPages]
