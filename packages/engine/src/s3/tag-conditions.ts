import type { RequestContext } from '@cooperage/wire/policy'
import type { ObjectRecord } from '../store/store.ts'

/** Context of policy conditions on the tags of an object. */
export function existingTags({ tags }: Pick<ObjectRecord, 'tags'>): RequestContext {
  return Object.fromEntries(Object.entries(tags).map(([tag, value]) => [`s3:ExistingObjectTag/${tag}`, value]))
}

/** Context of policy conditions on the tags in a request. */
export function requestedTags(tags: Record<string, string>): RequestContext {
  return {
    's3:RequestObjectTagKeys': Object.keys(tags),
    ...Object.fromEntries(Object.entries(tags).map(([tag, value]) => [`s3:RequestObjectTag/${tag}`, value])),
  }
}
