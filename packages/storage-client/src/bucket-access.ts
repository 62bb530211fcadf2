import { type BucketAccess, bucketAccess, parsePolicy, WireError } from '@cooperage/wire'

/** Judges a bucket's policy as the server sent it; one that cannot be read is some policy, and so `CUSTOM`. */
export function bucketAccessOf(policy: string | undefined, bucket: string): BucketAccess {
  if (policy === undefined) return 'PRIVATE'
  try {
    return bucketAccess(parsePolicy(policy), bucket)
  } catch (error) {
    if (!(error instanceof WireError)) throw error
    return 'CUSTOM'
  }
}
