/** Minimum length of a secret key, which is also a user's password (spec identity-and-settings 9). */
export const MIN_SECRET_KEY_LENGTH = 8
/** Maximum length of the secret key of a service account, in bytes. Passwords of users may be longer. */
export const MAX_SECRET_KEY_LENGTH = 40

/** Why a secret key of a service account is refused; undefined if it isn't. For one of a user only `tooShort` counts. */
export function secretKeyProblem(secretKey: string): 'tooShort' | 'tooLong' | undefined {
  if ([...secretKey].length < MIN_SECRET_KEY_LENGTH) return 'tooShort'
  if (new TextEncoder().encode(secretKey).length > MAX_SECRET_KEY_LENGTH) return 'tooLong'
  return undefined
}
