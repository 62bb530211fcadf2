/** Reading the form of PostObject: the fields first, then the file as it comes. */
import { type FormFields, type FormPart, formBoundary, formParts, malformedForm } from '@cooperage/wire'
import { readWhole } from '../http/receive.ts'
import { s3Error } from './errors.ts'

export interface FormUpload {
  fields: FormFields
  /** Undefined when the form does not say. */
  fileName: string | undefined
  content: AsyncIterable<Uint8Array>
  /** Reads what comes behind the file, which counts for nothing, to the end of the form. */
  finish(): Promise<void>
  /** Ends the reading wherever it is; always called. */
  close(): Promise<void>
}

const MAX_FIELDS = 1000
/** Of names and values, as at S3. They are held before it is known who sends them: the last may be the signature. */
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
  let left = MAX_FIELDS_BYTES
  for (let count = 0; count <= MAX_FIELDS; count++) {
    const { value: part, done } = await parts.next()
    if (done) throw malformedForm('The file or text content is missing')
    const name = part.name.toLowerCase()
    if (name === 'file') return { fields, fileName: part.fileName, content: part.content }
    if (name === 'x-minio-fanout-list') {
      throw s3Error('NotImplemented', 'PutObjectFanOut is not implemented by this server.')
    }
    // Nothing can be meant by it: some clients send a file under no name, which is skipped, not held.
    if (name === '') continue
    left -= Buffer.byteLength(name)
    const bytes = await readWhole(part.content, left, () => s3Error('MaxPostPreDataLengthExceeded'))
    left -= bytes.length
    if (left < 0) break
    fields.set(name, [...(fields.get(name) ?? []), bytes.toString()])
  }
  throw s3Error('MaxPostPreDataLengthExceeded')
}

async function drain(parts: AsyncIterable<unknown>): Promise<void> {
  for await (const _part of parts) {
    // A part that is not read is skipped.
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
 * The fields that would be headers of a PutObject, as its headers would be: values are strings of bytes there. The
 * canned ACL has another name in a form.
 * @throws WireError MalformedPOSTRequest for what no header can hold
 */
export function formHeaders(fields: FormFields): Record<string, string> {
  const headers: Record<string, string> = {}
  for (const [field, [value = '']] of fields) {
    const name = field === 'acl' ? 'x-amz-acl' : field
    const isKept =
      HEADER_FIELDS.has(name) || /^x-amz-(?:acl$|grant-|meta-|server-side-encryption|object-lock-)/.test(name)
    if (!isKept) continue
    if (!/^[!#$%&'*+\-.^_`|~\w]+$/.test(name) || /\p{Cc}/u.test(value)) throw malformedForm(`${field} is no header`)
    headers[name] = Buffer.from(value, 'utf8').toString('latin1')
  }
  return headers
}
