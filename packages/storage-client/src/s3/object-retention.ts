import { createHash } from 'node:crypto'
import {
  objectPath,
  parseLegalHold,
  parseRetention,
  type Retention,
  writeLegalHold,
  writeRetention,
} from '@cooperage/wire'
import type { StorageClient } from '../client.ts'
import { parsed, sendForNothing, sendForText } from '../send.ts'
import { bypassHeader, type OfVersion, versionQuery } from './of-version.ts'
import { undefinedIfMissing } from './undefined-if-missing.ts'

const NOTHING_SET = 'NoSuchObjectLockConfiguration'

/** The retention of a version; undefined if it has none. @throws StorageError `InvalidRequest` in a bucket without object lock */
export async function getObjectRetention(
  client: StorageClient,
  bucket: string,
  key: string,
  version: OfVersion = {},
): Promise<Retention | undefined> {
  const query = { retention: '', ...versionQuery(version) }
  const text = await undefinedIfMissing(
    NOTHING_SET,
    sendForText(client, { method: 'GET', path: objectPath(bucket, key), query }),
  )
  return text === undefined ? undefined : parsed(() => parseRetention(text))
}

/** Undefined removes the retention. @throws StorageError */
export async function putObjectRetention(
  client: StorageClient,
  bucket: string,
  key: string,
  retention: Retention | undefined,
  { versionId, bypassGovernance }: OfVersion & { bypassGovernance?: boolean } = {},
): Promise<void> {
  const body = writeRetention(retention)
  await sendForNothing(client, {
    method: 'PUT',
    path: objectPath(bucket, key),
    query: { retention: '', ...versionQuery({ versionId }) },
    headers: { ...bypassHeader(bypassGovernance), 'content-md5': createHash('md5').update(body).digest('base64') },
    body,
  })
}

/** Undefined if no hold was ever set. @throws StorageError `InvalidRequest` in a bucket without object lock */
export async function getObjectLegalHold(
  client: StorageClient,
  bucket: string,
  key: string,
  version: OfVersion = {},
): Promise<boolean | undefined> {
  const query = { 'legal-hold': '', ...versionQuery(version) }
  const text = await undefinedIfMissing(
    NOTHING_SET,
    sendForText(client, { method: 'GET', path: objectPath(bucket, key), query }),
  )
  return text === undefined ? undefined : parsed(() => parseLegalHold(text))
}

/** @throws StorageError */
export async function putObjectLegalHold(
  client: StorageClient,
  bucket: string,
  key: string,
  isOn: boolean,
  version: OfVersion = {},
): Promise<void> {
  const body = writeLegalHold(isOn)
  await sendForNothing(client, {
    method: 'PUT',
    path: objectPath(bucket, key),
    query: { 'legal-hold': '', ...versionQuery(version) },
    headers: { 'content-md5': createHash('md5').update(body).digest('base64') },
    body,
  })
}
