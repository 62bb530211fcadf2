/** Reads the form of PostObject: first the fields, then the file as a stream. */
import { type FormFields, type FormPart, formBoundary, formParts, malformedForm, readAtMost } from '@cooperage/wire'
import { s3Error } from './errors.ts'

export interface FormUpload {
  fields: FormFields
  /** Undefined when the form has none. */
  fileName: string | undefined
  content: AsyncIterable<Uint8Array>
  /** Reads to the end of the form and ignores what follows the file. */
  finish(): Promise<void>
  /** Stops reading. Must always be called. */
  close(): Promise<void>
}

const MAX_FIELDS = 1000
/** Size of all names and values, as in S3. Fields are buffered before authentication, since the signature may come last. */
const MAX_FIELDS_BYTES = 20 * 1024

/** @throws WireError MalformedPOSTRequest, MaxPostPreDataLengthExceeded, NotImplemented */
export async function readForm(contentType: string, body: AsyncIterable<Uint8Array>): Promise<FormUpload> {
  const parts = formParts(body, formBoundary(contentType))
  const close = async () => void (await parts.return(undefined))
  try {
    return { ...(await readFields(parts)), finish: () => drain(parts), close }
  } catch (error) {
    await close()
    throw error
  }
}

async function readFields(
  parts: AsyncGenerator<FormPart>,
): Promise<Pick<FormUpload, 'fields' | 'fileName' | 'content'>> {
  const fields = new Map<string, string[]>()
  let remaining = MAX_FIELDS_BYTES
  for (let count = 0; count <= MAX_FIELDS; count++) {
    const { value: part, done } = await parts.next()
    if (done) throw malformedForm('The file or text content is missing')
    const name = part.name.toLowerCase()
    if (name === 'file') return { fields, fileName: part.fileName, content: part.content }
    if (name === 'x-minio-fanout-list') {
      throw s3Error('NotImplemented', 'PutObjectFanOut is not implemented by this server.')
    }
    // Unnamed fields, which some clients use for files, are skipped without buffering.
    if (name === '') continue
    remaining -= Buffer.byteLength(name)
    const bytes = await readAtMost(part.content, remaining, () => s3Error('MaxPostPreDataLengthExceeded'))
    remaining -= bytes.length
    if (remaining < 0) break
    fields.set(name, [...(fields.get(name) ?? []), bytes.toString()])
  }
  throw s3Error('MaxPostPreDataLengthExceeded')
}

async function drain(parts: AsyncIterable<unknown>): Promise<void> {
  for await (const _part of parts) {
    // The iterator skips unread parts.
  }
}

const HEADER_FIELDS: ReadonlySet<string> = new Set([
  'cache-control',
  'content-disposition',
  'content-encoding',
  'content-language',
  'content-type',
  'expires',
  'x-amz-storage-class',
  'x-amz-website-redirect-location',
])

/**
 * Converts the fields that correspond to headers of PutObject. Header values have one character per byte. The canned ACL has a
 * different name in forms.
 * @throws WireError MalformedPOSTRequest for values that are invalid in headers
 */
export function formHeaders(fields: FormFields): Record<string, string> {
  const headers: Record<string, string> = {}
  for (const [field, [value = '']] of fields) {
    const name = field === 'acl' ? 'x-amz-acl' : field
    const isHeader =
      HEADER_FIELDS.has(name) || /^x-amz-(?:acl$|grant-|meta-|server-side-encryption|object-lock-)/.test(name)
    if (!isHeader) continue
    if (!/^[!#$%&'*+\-.^_`|~\w]+$/.test(name) || /\p{Cc}/u.test(value))
      throw malformedForm(`${field} is not a valid header`)
    headers[name] = Buffer.from(value, 'utf8').toString('latin1')
  }
  return headers
}
