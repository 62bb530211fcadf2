import { account } from '../account/feature.ts'
import { apiReference } from '../api-reference/feature.ts'
import { buckets } from '../buckets/feature.ts'
import { guide } from '../guide/feature.ts'
import { objects } from '../objects/feature.ts'
import { policies } from '../policies/feature.ts'
import type { Feature } from '../shared/feature.ts'
import { transfers } from '../transfers/feature.ts'

/** Everything that this build has pages for. */
export const FEATURES: readonly Feature[] = [account, buckets, objects, policies, transfers, guide, apiReference]
