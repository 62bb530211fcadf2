/** The file of a form, checked against everything that its policy and the preceding fields declare. */
import { createHash } from 'node:crypto'
import { announcedChecksum, type ChecksumAlgorithm, createChecksum } from '../checksum.ts'
import { WireError } from '../errors.ts'
import { refusal } from '../sigv4/refusals.ts'
import { malformedForm } from './form-data.ts'
import { type FormFields, fieldOf } from './post-form.ts'
import type { PostPolicy } from './post-policy.ts'

export interface CheckedFile {
  /** Throws a WireError as soon as something is wrong, at the latest at its end. */
  body: AsyncIterable<Uint8Array>
  /** Verified once `body` has ended without an error. */
  checksum?: { algorithm: ChecksumAlgorithm; value: string }
}

/** @throws WireError immediately for an invalid digest or checksum */
export function checkedFile(
  fields: FormFields,
  content: AsyncIterable<Uint8Array>,
  lengthRange: PostPolicy['lengthRange'],
): CheckedFile {
  const md5 = fieldOf(fields, 'content-md5')
  if (md5 !== undefined && Buffer.from(md5, 'base64').length !== 16) throw refusal('md5Invalid')
  const checksum = announcedChecksum(
    (name) => fieldOf(fields, name),
    () => malformedForm('Invalid checksum: invalid checksum'),
  )
  return {
    body: checked(content, { md5, checksum, lengthRange }),
    ...(checksum === undefined ? {} : { checksum }),
  }
}

interface Promised {
  md5: string | undefined
  checksum: CheckedFile['checksum'] | undefined
  lengthRange: PostPolicy['lengthRange']
}

async function* checked(
  content: AsyncIterable<Uint8Array>,
  { md5, checksum, lengthRange }: Promised,
): AsyncGenerator<Uint8Array> {
  const { min, max } = lengthRange ?? { min: 0, max: Number.POSITIVE_INFINITY }
  const hash = md5 === undefined ? undefined : createHash('md5')
  const running = checksum === undefined ? undefined : createChecksum(checksum.algorithm)
  let length = 0
  for await (const bytes of content) {
    length += bytes.length
    if (length > max) {
      throw new WireError('EntityTooLarge', 400, 'Your proposed upload exceeds the maximum allowed object size.')
    }
    hash?.update(bytes)
    running?.update(bytes)
    yield bytes
  }
  if (length < min) {
    throw new WireError('EntityTooSmall', 400, 'Your proposed upload is smaller than the minimum allowed object size.')
  }
  if (hash !== undefined && hash.digest('base64') !== md5?.trim()) throw refusal('md5Mismatch')
  if (running !== undefined && running.base64() !== checksum?.value) throw refusal('checksumMismatch')
}
