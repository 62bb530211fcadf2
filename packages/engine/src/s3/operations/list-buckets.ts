import { writeListBuckets } from '@cooperage/wire'
import { xmlAnswer } from '../../http/answer.ts'
import type { S3Operation } from '../call.ts'
import { s3Error } from '../errors.ts'
import { mayUse } from '../usable-buckets.ts'

/**
 * Who may not list all buckets gets those that it may use. Buckets that are open to everybody are not told to strangers.
 * @throws WireError AccessDenied when there are none
 */
export const listBuckets: S3Operation = async ({ engine, caller, allows }) => {
  if (caller.kind === 'anonymous') throw s3Error('AccessDenied')
  const all = engine.store.listBuckets()
  if (allows('s3:ListAllMyBuckets')) return xmlAnswer(writeListBuckets(all))
  const usable = all.filter(({ name }) => mayUse(allows, name))
  if (usable.length === 0) throw s3Error('AccessDenied')
  return xmlAnswer(writeListBuckets(usable))
}
