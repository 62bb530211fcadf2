import { writeCopied } from '@cooperage/wire'
import { xmlResponse } from '../../http/response.ts'
import type { CopyOptions, ObjectRecord, PutOptions } from '../../store/store.ts'
import type { S3Call, S3Operation } from '../call.ts'
import { objectChecksumHeaders } from '../checksums.ts'
import { copiedAlgorithm, copiedContent } from '../copied-content.ts'
import {
  type CopySource,
  checkUnchanged,
  findCopySource,
  parseCopySource,
  sourceVersionHeader,
} from '../copy-source.ts'
import { encryptionFor, encryptionHeader } from '../encryption.ts'
import { s3Error } from '../errors.ts'
import { requestedLock } from '../locking/requested-lock.ts'
import { metadataFrom, tagsFrom } from '../metadata.ts'
import { checkKeyLength } from '../names.ts'
import { withRequestedClass } from '../storage-class.ts'
import { checkUploadSize, checkWriteHeaders } from '../upload-rules.ts'
import { versionHeader } from '../versions.ts'
import { withChecksum } from '../with-checksum.ts'
import { writeCondition } from '../write-conditions.ts'

/**
 * The copy shares the bytes of its source unless only one of the two is encrypted. Metadata and tags are those of the source
 * unless a directive replaces them, and so is the storage class unless the request names another. The request or the bucket
 * determines the encryption.
 */
export const copyObject: S3Operation = async (call) => {
  const { engine, bucket, key, headers, publish } = call
  checkKeyLength(key)
  checkWriteHeaders(engine, headers)
  const lock = requestedLock(call, key, headers)
  const source = parseCopySource(String(headers['x-amz-copy-source'] ?? ''))
  const replacements = requestedReplacements(call)
  const target = encryptionFor(call, headers)
  const found = findCopySource(call, source)
  const metadata = replacements.metadata ?? withRequestedClass(found.metadata, headers)
  const replaced = { ...replacements, ...(metadata === undefined ? {} : { metadata }) }
  const changesNothing = !target.encryption && !found.encryption && Object.keys(replaced).length === 0
  if (isSelfCopy(call, source) && changesNothing) {
    throw s3Error(
      'InvalidRequest',
      "This copy request is illegal because it is trying to copy an object to itself without changing the object's metadata, storage class, website redirect location or encryption attributes.",
    )
  }
  checkUploadSize(found.size)
  const condition = writeCondition(headers)
  const options = {
    ...replaced,
    ...lock,
    precondition(current: ObjectRecord | undefined) {
      checkUnchanged(call, source, found)
      condition?.(current)
    },
  }
  const record =
    target.encryption === found.encryption
      ? await engine.store.copyObject({ ...source, versionId: found.versionId }, bucket, key, {
          ...options,
          ...(await copiedContent(call, found)),
        })
      : await rewrite(call, found, { ...options, ...target })
  publish('s3:ObjectCreated:Copy', record)
  const response = xmlResponse(writeCopied('object', record))
  response.headers = {
    ...response.headers,
    etag: `"${record.etag}"`,
    ...versionHeader(record),
    ...engine.lifecycle.headers(record),
    ...sourceVersionHeader(source, found),
    ...encryptionHeader(record),
    ...objectChecksumHeaders(record.checksums),
  }
  return response
}

/** Reads the source and writes it as a new object, encrypting or decrypting it. */
async function rewrite(
  { engine, bucket, key, headers }: S3Call,
  found: ObjectRecord,
  options: Omit<CopyOptions, 'checksums' | 'etag'> & Pick<PutOptions, 'encryption'>,
): Promise<ObjectRecord> {
  const algorithm = copiedAlgorithm(headers, found)
  const object = await engine.store.openObject(found.bucket, found.key, found.versionId)
  try {
    const { body, checksums } = withChecksum(object.read(), algorithm)
    return await engine.store.putObject(bucket, key, body, {
      metadata: found.metadata,
      tags: found.tags,
      ...options,
      checksums: () => ({ values: checksums(), type: 'FULL_OBJECT' }),
    })
  } finally {
    await object.close()
  }
}

/** The metadata and tags that directives replace. @throws WireError InvalidArgument, and errors of invalid tags */
function requestedReplacements({ headers }: S3Call): Pick<CopyOptions, 'metadata' | 'tags'> {
  return {
    ...(isReplaced(headers['x-amz-metadata-directive'], 'metadata') ? { metadata: metadataFrom(headers) } : {}),
    ...(isReplaced(headers['x-amz-tagging-directive'], 'tag') ? { tags: tagsFrom(headers) } : {}),
  }
}

function isReplaced(directive: string | string[] | undefined, subject: string): boolean {
  if (directive === undefined || directive === '' || directive === 'COPY') return false
  if (directive === 'REPLACE') return true
  throw s3Error('InvalidArgument', `Unknown ${subject} directive.`)
}

/** A source with a version id does not count: copying an older version onto its object restores it. */
function isSelfCopy({ bucket, key }: S3Call, source: CopySource): boolean {
  return source.bucket === bucket && source.key === key && source.versionId === undefined
}
