import { writeLocationConstraint } from '@cooperage/wire'
import { xmlResponse } from '../../http/response.ts'
import type { S3Operation } from '../call.ts'
import { requireBucket } from '../target.ts'

/** us-east-1 is written as an empty element, as in S3. */
export const getBucketLocation: S3Operation = async ({ engine, bucket }) => {
  requireBucket(engine, bucket)
  return xmlResponse(writeLocationConstraint(engine.region === 'us-east-1' ? '' : engine.region))
}

/** The region that responses name: S3's first one if the engine accepts any. */
export function regionOfBuckets({ region }: { region: string }): string {
  return region || 'us-east-1'
}
