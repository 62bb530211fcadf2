import type { RequestContext } from '@cooperage/wire'
import type { ObjectRecord } from '../store/store.ts'

/** The tags of an object as conditions of policies ask for them. */
export function existingTags({ tags }: Pick<ObjectRecord, 'tags'>): RequestContext {
  return Object.fromEntries(Object.entries(tags).map(([tag, value]) => [`s3:ExistingObjectTag/${tag}`, value]))
}

/** The tags that a request gives, likewise. */
export function requestedTags(tags: Record<string, string>): RequestContext {
  return {
    's3:RequestObjectTagKeys': Object.keys(tags),
    ...Object.fromEntries(Object.entries(tags).map(([tag, value]) => [`s3:RequestObjectTag/${tag}`, value])),
  }
}
