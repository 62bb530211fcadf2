import {
  type AttributeParts,
  MAX_PARTS,
  OBJECT_ATTRIBUTES,
  type ObjectAttribute,
  type ObjectAttributes,
  writeObjectAttributes,
} from '@cooperage/wire'
import type { RequestContext } from '@cooperage/wire/policy'
import { xmlResponse } from '../../http/response.ts'
import { type ObjectRecord, StoreError } from '../../store/store.ts'
import type { S3Call, S3Operation } from '../call.ts'
import { requestedEncryption } from '../encryption.ts'
import { s3Error } from '../errors.ts'
import { parseCount } from '../listing.ts'
import { identityHeaders } from '../object-headers.ts'
import { storageClassOf } from '../storage-class.ts'
import { existingTags } from '../tag-conditions.ts'
import { requestedVersion } from '../versions.ts'

/** Attributes of an object and its parts, without its data. */
export const getObjectAttributes: S3Operation = async (call) => {
  const { query, headers, publish } = call
  if (requestedEncryption(headers)) {
    throw s3Error('InvalidRequest', 'The encryption parameters are not applicable to this object.')
  }
  const versionId = requestedVersion(query)
  const requested = requestedAttributes(String(headers['x-amz-object-attributes'] ?? ''))
  const page = {
    max: countIn(headers, 'x-amz-max-parts') || MAX_PARTS,
    marker: countIn(headers, 'x-amz-part-number-marker'),
  }
  const record = findObject(call, versionId)

  const attributes: ObjectAttributes = {
    ...(requested.has('ETag') ? { etag: record.etag } : {}),
    ...(requested.has('Checksum') ? checksumOf(record) : {}),
    ...(requested.has('ObjectParts') ? { parts: partsOf(call, record, page) } : {}),
    ...(requested.has('StorageClass') ? { storageClass: storageClassOf(record.metadata) } : {}),
    ...(requested.has('ObjectSize') ? { size: record.size } : {}),
  }
  publish('s3:ObjectAccessed:Attributes', record)
  const response = xmlResponse(writeObjectAttributes(attributes))
  const { etag: _, ...identity } = identityHeaders(record)
  response.headers = { ...response.headers, ...identity }
  return response
}

/**
 * Names may be surrounded by spaces, which the AWS SDK for JavaScript sends.
 * @throws WireError InvalidArgument for an empty list or an unknown name
 */
function requestedAttributes(header: string): Set<ObjectAttribute> {
  const requested = header.split(',').map((name) => {
    const attribute = OBJECT_ATTRIBUTES.find((known) => known === name.trim())
    if (attribute === undefined) throw s3Error('InvalidArgument', 'Invalid attribute name specified.')
    return attribute
  })
  return new Set(requested)
}

function countIn(headers: S3Call['headers'], name: string): number {
  return parseCount(String(headers[name] ?? ''), `The header ${name} must be a whole number.`) ?? 0
}

/** Requires the permissions for the attributes and for the object itself. */
function checkPermissions({ allows, bucket, key }: S3Call, versionId: string | undefined, tags?: RequestContext): void {
  const version = versionId === undefined ? '' : 'Version'
  for (const action of [`s3:GetObject${version}Attributes`, `s3:GetObject${version}`]) {
    if (!allows(action, bucket, key, tags)) throw s3Error('AccessDenied')
  }
}

/**
 * Finds the object and checks the permission, which may depend on its tags. Callers who may not list don't learn that an object
 * is missing. A delete marker has no attributes.
 */
function findObject(call: S3Call, versionId: string | undefined): ObjectRecord {
  const { engine, allows, bucket, key } = call
  let record: ObjectRecord
  try {
    record = engine.store.statObject(bucket, key, versionId)
  } catch (error) {
    checkPermissions(call, versionId)
    if (error instanceof StoreError && !allows('s3:ListBucket', bucket, key)) {
      throw s3Error('AccessDenied', undefined, { cause: error })
    }
    throw error
  }
  checkPermissions(call, versionId, existingTags(record))
  if (record.isDeleteMarker) throw s3Error(versionId === undefined ? 'NoSuchKey' : 'MethodNotAllowed')
  return record
}

/** Removes the part count of composite checksums, which only headers have. */
function checksumOf({ checksums }: ObjectRecord): Pick<ObjectAttributes, 'checksum'> {
  if (checksums === undefined) return {}
  const { values, type } = checksums
  return {
    checksum: {
      values: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value.replace(/-\d+$/, '')])),
      type,
    },
  }
}

/** An object that was not uploaded in parts has one part. */
function partsOf(
  { engine, bucket, key }: S3Call,
  { size, versionId }: ObjectRecord,
  { max, marker }: { max: number; marker: number },
): AttributeParts {
  const stored = engine.store.partsOfObject(bucket, key, versionId)
  const all = stored.length > 0 ? stored : [{ partNumber: 1, size, checksums: {} }]
  const remaining = all.filter(({ partNumber }) => partNumber > marker)
  const parts = remaining.slice(0, max)
  return {
    partNumberMarker: marker,
    nextPartNumberMarker: parts.at(-1)?.partNumber ?? 0,
    maxParts: max,
    partsCount: all.length,
    isTruncated: parts.length < remaining.length,
    parts: parts.map(({ partNumber, size: bytes, checksums }) => ({ partNumber, size: bytes, checksums })),
  }
}
