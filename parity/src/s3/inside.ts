/** Contents of a bucket as the server returns them. */
import { texts } from '@cooperage/testkit'
import { parseTagging } from '@cooperage/wire'
import { request } from '../target.ts'

/** The IDs of all versions and delete markers in listing order. */
export async function versionsOf(bucket: string): Promise<string[]> {
  return texts((await request({ method: 'GET', bucket, query: { versions: '' } })).text, 'VersionId')
}

/** The tags of an object, or of one of its versions; the error code if that is rejected. */
export async function tagsOf(
  bucket: string,
  key = 'k',
  versionId?: string,
): Promise<Record<string, string> | string | undefined> {
  const query = { tagging: '', ...(versionId !== undefined && { versionId }) }
  const response = await request({ method: 'GET', bucket, key, query })
  return response.status === 200 ? parseTagging(response.text, 'object') : response.code
}
