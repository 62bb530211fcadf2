import { account } from './account/index.ts'
import { buckets } from './buckets/index.ts'
import { objects } from './objects/index.ts'
import { policies } from './policies/index.ts'
import { session } from './session/index.ts'
import type { Feature } from './shared/feature.ts'

/** Everything that this console answers: the calls and live views of the contract. */
export const FEATURES: readonly Feature[] = [session, account, buckets, objects, policies]
