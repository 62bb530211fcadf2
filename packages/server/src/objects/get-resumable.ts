import {
  type GetObjectConditions,
  type GetObjectResponse,
  getObject,
  type StorageClient,
  StorageError,
} from '@cooperage/storage-client'

/** Request headers of a download. */
export interface DownloadConditions extends GetObjectConditions {
  'if-range'?: string
}

/**
 * An object for a download that may resume an interrupted one. MinIO ignores `If-Range`, so that the rest of an object
 * that has changed since would complete the bytes of the old one: the condition is sent as `If-Match`, and what has changed is
 * returned whole (RFC 9110, section 13.1.5).
 * @throws StorageError
 */
export async function getResumable(
  storage: StorageClient,
  bucket: string,
  key: string,
  options: { conditions: DownloadConditions; versionId?: string },
): Promise<GetObjectResponse> {
  const { 'if-range': validator, ...conditions } = options.conditions
  const get = (more: GetObjectConditions) =>
    getObject(storage, bucket, key, { ...options, conditions: { ...conditions, ...more } })
  if (validator === undefined || conditions.range === undefined) return await get({})
  const { range: _, ...withoutRange } = conditions
  const getWhole = () => getObject(storage, bucket, key, { ...options, conditions: withoutRange })
  const unchanged = unchangedSince(validator)
  if (unchanged === undefined) return await getWhole()
  try {
    return await get(unchanged)
  } catch (error) {
    if (!(error instanceof StorageError) || error.code !== 'PreconditionFailed') throw error
    return await getWhole()
  }
}

/** Undefined for what can't prove that the object is the same: weak ETags and invalid dates. */
function unchangedSince(validator: string): GetObjectConditions | undefined {
  if (validator.startsWith('"')) return { 'if-match': validator }
  return Number.isNaN(Date.parse(validator)) ? undefined : { 'if-unmodified-since': validator }
}
