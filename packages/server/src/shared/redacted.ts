/** Names of fields whose value is a secret, whatever call they belong to. */
const SECRET_NAME =
  /secret|passw|passphrase|token|jwt|credential|creds|account_?key|private_?key|api_?key|license|yaml|connection_string|dsn|configurationfile/i
/** Longer texts are truncated: a policy fits, an attempt to fill the disk doesn't. */
const LONGEST_TEXT = 20_480
const MOST_ENTRIES = 1_000

const SECRET = '[redacted]'

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
  if ('key' in value && 'value' in value && typeof value.key === 'string' && SECRET_NAME.test(value.key)) {
    return { ...value, value: SECRET }
  }
  // A certificate with its private key.
  if ('crt' in value && 'key' in value) return { ...value, key: SECRET }
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, limits.entries)
      .map(([name, one]) => [name, SECRET_NAME.test(name) && one !== '' ? SECRET : inner(one)]),
  )
}

/** URLs may contain credentials, typed into the wrong field. */
function withoutKeys(text: string, longest: number): string {
  const short = text.length > longest ? `${text.slice(0, longest)}…` : text
  return short.replace(/:\/\/[^/\s@]*@/g, `://${SECRET}@`)
}
