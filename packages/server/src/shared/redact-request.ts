const REDACTED = 'REDACTED'

/** Headers whose whole value is secret: credentials, and keys that clients encrypt with. */
const SECRET_HEADER =
  /^(cookie|set-cookie|proxy-authorization|x-amz-security-token|.*-customer-key|x-minio-.*(token|secret).*)$/i
/** In a presigned URL: anyone with the signature can use the link. */
const SECRET_PARAMETER =
  /^(x-amz-signature|x-amz-security-token|signature|webidentitytoken|token|ldappassword|.*customer-key)$/i

/** Headers without anything that would allow the request to be repeated or its data to be read. */
export function redactHeaders(headers: Record<string, string>): { name: string; value: string }[] {
  return Object.entries(headers).map(([name, value]) => ({ name, value: redactHeader(name, value) }))
}

export function redactHeader(name: string, value: string): string {
  if (SECRET_HEADER.test(name)) return REDACTED
  // A page opened by a presigned URL sends that URL along.
  if (name.toLowerCase() === 'referer') return redactUrl(value)
  if (name.toLowerCase() !== 'authorization') return value
  // Signature version 4 names the access key and the signed headers first; of any other scheme only the name is kept.
  const signed = /^(AWS4-HMAC-SHA256 .*Signature=)[^,\s]*$/.exec(value)
  return signed ? `${signed[1]}${REDACTED}` : `${value.split(' ', 1)[0]} ${REDACTED}`
}

/** A raw query string without the values of secret parameters. */
export function redactQuery(query: string): string {
  const parts = query.split('&').map((part) => {
    const [name = ''] = part.split('=', 1)
    return isSecretParameter(decoded(name)) ? `${name}=${REDACTED}` : part
  })
  return parts.join('&')
}

function redactUrl(url: string): string {
  const mark = url.indexOf('?')
  return mark < 0 ? url : `${url.slice(0, mark)}?${redactQuery(url.slice(mark + 1))}`
}

/** The value of a parameter, or what replaces a secret one. */
export function redactParameter(name: string, value: string): string {
  return isSecretParameter(name) ? REDACTED : value
}

function isSecretParameter(name: string): boolean {
  return SECRET_PARAMETER.test(name)
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    // A broken escape can't spell the name of a secret.
    return name
  }
}
