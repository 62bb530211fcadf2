/** Browser form uploads, built field by field so that a test case can get any part wrong. */
import { createHmac } from 'node:crypto'
import type { TestResponse } from '@cooperage/testkit'
import { type PostConditionInput, type SignPostPolicyOptions, signPostPolicy } from '@cooperage/wire'
import { request, target } from './target.ts'

export const BOUNDARY = '----CooperageParityForm'

export interface FormFile {
  content?: string | Uint8Array
  /** Null: the part has no file name. */
  name?: string | null
}

/** The body of a form; without a file when `file` is null. */
export function formBody(fields: Iterable<readonly [string, string]>, file: FormFile | null = {}): Buffer {
  const pieces: (string | Uint8Array)[] = []
  for (const [name, value] of fields) {
    pieces.push(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
  }
  if (file !== null) {
    const { content = 'content', name = 'file.txt' } = file
    const fileName = name === null ? '' : `; filename="${name}"`
    pieces.push(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"${fileName}\r\n`)
    pieces.push('Content-Type: text/plain\r\n\r\n', content, '\r\n')
  }
  pieces.push(`--${BOUNDARY}--\r\n`)
  return Buffer.concat(pieces.map((piece) => Buffer.from(piece)))
}

/** Sends a body as a form, without any other signature. */
export function sendForm(
  bucket: string,
  body: string | Uint8Array,
  headers: Record<string, string> = {},
): Promise<TestResponse> {
  return request({
    method: 'POST',
    bucket,
    credentials: undefined,
    headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}`, ...headers },
    body,
  })
}

export interface FormOptions extends Partial<Omit<SignPostPolicyOptions, 'bucket'>> {
  key?: string
  /** Fields besides the key, each with a policy condition that requires its value. */
  fields?: Record<string, string>
  conditions?: PostConditionInput[]
  file?: FormFile | null
  /** Changes made after signing. */
  change?: (fields: Record<string, string>) => void
}

/** The fields of a valid form, unless the options say otherwise. */
export function signedFields(bucket: string, options: FormOptions = {}): Record<string, string> {
  const { key = 'key', fields = {}, conditions = [{ key }], change, file: _, ...signing } = options
  const signed = signPostPolicy({
    bucket,
    conditions: [...conditions, ...Object.entries(fields).map(([name, value]) => ({ [name]: value }))],
    expiresAt: new Date(Date.now() + 600_000),
    credentials: target.root,
    ...signing,
  })
  const all = { key, ...signed, ...fields }
  change?.(all)
  return all
}

export function postForm(bucket: string, options: FormOptions = {}): Promise<TestResponse> {
  return sendForm(bucket, formBody(Object.entries(signedFields(bucket, options)), options.file))
}

/** A form with an arbitrary policy text, correctly signed by root. */
export function fieldsWithPolicy(bucket: string, key: string, text: string): Record<string, string> {
  const policy = Buffer.from(text).toString('base64')
  return signedFields(bucket, {
    key,
    change(fields) {
      const [date = '', region = '', service = '', terminal = ''] = (fields['x-amz-credential'] ?? '')
        .split('/')
        .slice(1)
      const steps = [date, region, service, terminal, policy]
      fields.policy = policy
      fields['x-amz-signature'] = steps
        .reduce<Buffer>((secret, step) => hmac(secret, step), Buffer.from(`AWS4${target.root.secretKey}`))
        .toString('hex')
    },
  })
}

function hmac(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}
