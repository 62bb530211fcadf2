import { ERROR_FIELDS, type ErrorDocument, parseS3Error } from '../s3/error-document.ts'

/** The JSON error of the admin API, with the trailing newline that MinIO sends. */
export function writeAdminError(error: ErrorDocument): string {
  const document: Record<string, string> = { Code: error.code, Message: error.message }
  for (const [name, field] of ERROR_FIELDS) {
    const value = error[field]
    if (value) document[name] = value
  }
  return `${JSON.stringify(document)}\n`
}

/**
 * The error of an admin response: JSON, or XML, which some admin calls use. Servers of 2021 wrote a second JSON object after
 * the first; only the first counts. Undefined if the body is neither.
 */
export function parseAdminError(source: string | Uint8Array): ErrorDocument | undefined {
  const text = (typeof source === 'string' ? source : Buffer.from(source).toString('utf8')).trim()
  if (!text.startsWith('{')) return parseS3Error(text)
  const value = firstJsonObject(text)
  if (value === undefined || typeof value.Code !== 'string') return undefined
  const document: ErrorDocument = { code: value.Code, message: typeof value.Message === 'string' ? value.Message : '' }
  for (const [name, field] of ERROR_FIELDS) {
    const one = value[name]
    if (typeof one === 'string' && one !== '') document[field] = one
  }
  return document
}

/** The JSON error of Garage's admin API. Undefined if the body is something else. */
export function parseGarageError(text: string): ErrorDocument | undefined {
  const value = text.startsWith('{') ? firstJsonObject(text) : undefined
  if (typeof value?.code !== 'string' || typeof value.message !== 'string') return undefined
  return { code: value.code, message: value.message }
}

/** Error responses are flat and short; a text with more braces than this isn't one. */
const MAX_BRACES = 16

function firstJsonObject(text: string): Record<string, unknown> | undefined {
  let end = -1
  for (let braces = 0; braces < MAX_BRACES; braces++) {
    end = text.indexOf('}', end + 1)
    if (end < 0) return undefined
    try {
      return JSON.parse(text.slice(0, end + 1))
    } catch {
      // This brace ends something inside, or is part of a string: try the next one.
    }
  }
  return undefined
}
