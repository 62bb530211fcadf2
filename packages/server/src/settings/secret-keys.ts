/** Keys whose values are credentials, or addresses that usually contain some. */
const SECRET_NAMES =
  /^(.*(password|passphrase|secret|token|(api|access|account|private|secret|shared)_key)|license|connection_string|dsn_string)$|^(notify_amqp)\.url$/

/**
 * Whether a value of the configuration is a secret, which never leaves the console. Servers hide those that are set, but not in
 * the history and in exports.
 */
export function isSecretKey(section: string, key: string): boolean {
  return SECRET_NAMES.test(key) || SECRET_NAMES.test(`${section}.${key}`)
}
