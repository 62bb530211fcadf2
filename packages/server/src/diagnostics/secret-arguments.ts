/** An argument of a command line that names a secret: `--secret-key=x`, `--password x`. */
const SECRET_ARGUMENT = /((?:^|\s)-{1,2}[\w-]*(?:secret|passw|token|key)[\w-]*(?:=|\s+))\S+/gi

/** A copy of a report without the secrets in command lines, which have no separate field. */
export function withoutSecretArguments(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSecretArguments)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      if (!/^cmd_?line$/i.test(name) || typeof inner !== 'string') return [name, withoutSecretArguments(inner)]
      return [name, inner.replaceAll(SECRET_ARGUMENT, '$1[redacted]')]
    }),
  )
}
