/** Fields whose value is a secret. */
const SECRET_NAME =
  /secret|passw|passphrase|token|jwt|credential|creds|account_?key|private_?key|api_?key|license|yaml|connection_string|dsn|configurationfile|authorization|auth(?!or|ent|_?type)/i
/** Longer texts are truncated: a policy fits, an attempt to fill the disk doesn't. */
const LONGEST_TEXT = 20_480
const MOST_ENTRIES = 1_000
/** Of a URL. */
const LONGEST_SECRET = 4_096

const SECRET = '[redacted]'

/** Whether the value of a field with this name is a secret, whatever call or document it belongs to. */
export function isSecretName(name: string): boolean {
  return SECRET_NAME.test(name)
}

/** A text without credentials, which URLs may contain and which are typed into the wrong field. `mark` takes their place. */
export function withoutUrlSecrets(text: string, mark: string): string {
  // A password may contain an @ too.
  const withoutUsers = text.replace(/:\/\/[^/?#\s]*@/g, `://${mark}@`).replace(/^[^\s/?#:@]*:[^\s/?#]*@/, `${mark}@`)
  return withoutUsers.replace(/\S+/g, (word) => withoutQueryValues(word, mark))
}

function withoutQueryValues(word: string, mark: string): string {
  const start = word.indexOf('?') + 1
  if (start === 0 || !word.slice(0, start).includes('://')) return word
  const [query = '', ...hash] = word.slice(start).split('#')
  // What has no name is a value.
  const masked = query.split('&').map((part) => part && `${part.slice(0, part.indexOf('=') + 1)}${mark}`)
  return word.slice(0, start) + [masked.join('&'), ...hash].join('#')
}

/** A copy of a request body that is safe to log: without secrets, and of limited size. `secrets`: other fields that are secret. */
export function redacted(value: unknown, secrets: readonly string[] = []): unknown {
  const copy = withoutSecrets(value, { text: LONGEST_TEXT, entries: MOST_ENTRIES })
  if (typeof copy !== 'object' || copy === null || Array.isArray(copy)) return copy
  const given = Object.entries(copy).filter(([name, one]) => secrets.includes(name) && one !== '')
  return given.length === 0 ? copy : { ...copy, ...Object.fromEntries(given.map(([name]) => [name, SECRET])) }
}

/** A copy of a document without secrets. */
export function withoutSecrets(
  value: unknown,
  limits = { text: Number.POSITIVE_INFINITY, entries: Number.POSITIVE_INFINITY },
): unknown {
  const inner = (one: unknown) => withoutSecrets(one, limits)
  if (typeof value === 'string') return withoutKeys(value, limits.text)
  if (Array.isArray(value)) return value.slice(0, limits.entries).map(inner)
  if (typeof value !== 'object' || value === null) return value
  // A pair of the configuration names its field in a value.
  if ('key' in value && 'value' in value && typeof value.key === 'string' && isSecretName(value.key)) {
    return { ...value, value: SECRET }
  }
  // A certificate with its private key.
  if ('crt' in value && 'key' in value) return { ...value, key: SECRET }
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, limits.entries)
      .map(([name, one]) => [name, isSecretName(name) && one !== '' ? SECRET : inner(one)]),
  )
}

function withoutKeys(text: string, longest: number): string {
  // Credentials can reach across the end. What is far behind it only costs time.
  const safe = withoutUrlSecrets(text.slice(0, longest + LONGEST_SECRET), SECRET)
  return safe.length > longest || text.length > longest + LONGEST_SECRET ? `${safe.slice(0, longest)}…` : safe
}
