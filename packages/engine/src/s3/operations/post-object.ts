/**
 * A browser's form upload (Amazon S3 API reference, "POST Object"). The caller is the signer of the policy in the form. As in
 * MinIO, a form without a policy is rejected even if anonymous callers may write.
 */

import {
  checkedFile,
  checkPostForm,
  type FormFields,
  fieldOf,
  isPostFormV2,
  malformedForm,
  objectPath,
  type PostPolicy,
  parsePostPolicy,
  parseTagging,
  WireError,
  writePostResponse,
} from '@cooperage/wire'
import { headerContext } from '@cooperage/wire/policy'
import type { HttpResponse } from '../../http/response.ts'
import type { ObjectRecord } from '../../store/store.ts'
import type { S3Call, S3Operation } from '../call.ts'
import { rejectUnknownChecksums } from '../checksums.ts'
import { encryptionFor } from '../encryption.ts'
import { s3Error } from '../errors.ts'
import { type FormUpload, formHeaders, readForm } from '../form-upload.ts'
import { requestedLock } from '../locking/requested-lock.ts'
import { checkHeaderSizes, metadataFrom } from '../metadata.ts'
import { checkKeyLength, checkObjectName } from '../names.ts'
import { requestedTags } from '../tag-conditions.ts'
import { requireBucket } from '../target.ts'
import { checkUploadSize, checkWriteHeaders } from '../upload-rules.ts'
import { versionHeader } from '../versions.ts'

export const postObject: S3Operation = async (unsigned) => {
  const { headers } = unsigned
  if (headers.authorization !== undefined) {
    throw s3Error('InvalidRequest', 'Invalid Request (request has multiple authentication types, please use one)')
  }
  const { length, body } = unsigned.payload()
  if (length === 0) throw s3Error('EmptyRequestBody')
  checkUploadSize(length)

  const form = await readForm(headers['content-type'] ?? '', body)
  try {
    return await storeForm(unsigned, form)
  } finally {
    await form.close()
  }
}

async function storeForm(unsigned: S3Call, form: FormUpload): Promise<HttpResponse> {
  const { engine, bucket } = unsigned
  const key = keyOf(form.fields, form.fileName)
  // The bucket comes from the path, not from the form.
  const fields: FormFields = new Map([...form.fields, ['bucket', [bucket]], ['key', keysOf(form.fields, key)]])
  const redirect = redirectOf(fields)

  const call = unsigned.authenticateForm(fields, isPostFormV2(fields) ? 'post-v2' : 'post')
  const objectKey = key.replace(/^\//, '')
  // The key length bounds the cost of policy evaluation.
  checkKeyLength(objectKey)
  const tags = tagsOf(fields)
  const metadataHeaders = formHeaders(fields)
  const context = { ...requestedTags(tags), ...headerContext(metadataHeaders) }
  if (!call.allows('s3:PutObject', bucket, objectKey, context)) throw s3Error('AccessDenied')
  const policy = policyOf(fields)
  checkPostForm(policy, fields)
  checkKey(objectKey)
  requireBucket(engine, bucket)

  rejectUnknownChecksums(Object.fromEntries([...fields].map(([name, [value]]) => [name, value])))
  checkHeaderSizes(metadataHeaders)
  checkWriteHeaders(engine, metadataHeaders)
  const encryption = encryptionFor(call, metadataHeaders)
  const lock = requestedLock(call, objectKey, metadataHeaders)
  const file = checkedFile(fields, form.content, policy.lengthRange)
  const { checksum } = file
  const record = await engine.store.putObject(bucket, objectKey, andFinish(file.body, form.finish), {
    metadata: { ...metadataFrom(metadataHeaders), contentType: metadataHeaders['content-type'] || DEFAULT_TYPE },
    tags,
    ...encryption,
    ...lock,
    checksums: () =>
      checksum === undefined ? undefined : { values: { [checksum.algorithm]: checksum.value }, type: 'FULL_OBJECT' },
  })
  call.publish('s3:ObjectCreated:Post', record)
  return formResponse(call, fields, record, redirect)
}

const DEFAULT_TYPE = 'application/octet-stream'
const FILE_NAME = /\$\{filename\}/g

/** Replaces `${filename}` with the last path segment of the file name. */
function keyOf(fields: FormFields, fileName: string | undefined): string {
  const key = fieldOf(fields, 'key')
  if (key === undefined) throw malformedForm('The name of the uploaded key is missing')
  if (key.search(FILE_NAME) < 0) return key
  const name = fileName?.slice(fileName.lastIndexOf('/') + 1) ?? ''
  if (name === '') throw malformedForm('The name of the uploaded file is missing')
  return key.replaceAll(FILE_NAME, () => name)
}

function keysOf(fields: FormFields, key: string): string[] {
  return [key, ...(fields.get('key') ?? []).slice(1)]
}

/** Unlike in URLs, dot segments have no separate error here. */
function checkKey(key: string): void {
  try {
    checkObjectName(key)
  } catch (cause) {
    throw s3Error('XMinioInvalidObjectName', undefined, { cause })
  }
}

function policyOf(fields: FormFields): PostPolicy {
  return parsePostPolicy(Buffer.from(fieldOf(fields, 'policy') ?? '', 'base64').toString())
}

function tagsOf(fields: FormFields): Record<string, string> {
  if (fieldOf(fields, 'x-amz-tagging')) {
    throw s3Error('NotImplemented', 'The form field x-amz-tagging is not implemented by this server. Use tagging.')
  }
  const document = fieldOf(fields, 'tagging')
  if (!document) return {}
  try {
    return parseTagging(document, 'object')
  } catch (error) {
    throw error instanceof WireError ? malformedForm(undefined, { cause: error }) : error
  }
}

function redirectOf(fields: FormFields): URL | undefined {
  const text = fieldOf(fields, 'success_action_redirect')
  if (!text) return undefined
  const url = URL.parse(text)
  if (url === null || !/^https?:$/.test(url.protocol)) throw malformedForm()
  return url
}

async function* andFinish(body: AsyncIterable<Uint8Array>, finish: () => Promise<void>): AsyncGenerator<Uint8Array> {
  yield* body
  await finish()
}

function formResponse(
  { headers }: S3Call,
  fields: FormFields,
  record: ObjectRecord,
  redirect: URL | undefined,
): HttpResponse {
  const { bucket, key, etag, checksums } = record
  const common = { etag: `"${etag}"`, ...versionHeader(record) }
  if (redirect !== undefined) {
    for (const [name, value] of Object.entries({ bucket, key, etag: common.etag })) {
      redirect.searchParams.append(name, value)
    }
    redirect.searchParams.sort()
    return { status: 303, headers: { ...common, location: redirect.href } }
  }
  const location = `http://${headers.host ?? ''}${objectPath(bucket, key)}`
  const responseHeaders: Record<string, string> = { ...common, location }
  for (const [algorithm, value] of Object.entries(checksums?.values ?? {})) {
    responseHeaders[`x-amz-checksum-${algorithm}`] = value
    responseHeaders['x-amz-checksum-type'] = checksums?.type ?? 'FULL_OBJECT'
  }
  switch (fieldOf(fields, 'success_action_status')) {
    case '201':
      return {
        status: 201,
        headers: { ...responseHeaders, 'content-type': 'application/xml' },
        body: writePostResponse({ bucket, key, etag, location }),
      }
    case '200':
      return { status: 200, headers: responseHeaders }
    default:
      return { status: 204, headers: responseHeaders }
  }
}
