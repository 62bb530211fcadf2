/** Live changes of a bucket. */
import type { Feature } from '../shared/feature.ts'
import { bucketView } from './bucket.view.ts'

export const watch: Feature = [bucketView]
