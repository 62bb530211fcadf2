/** The form of the activation dialog. */
export interface Activation {
  by: 'key' | 'account'
  license: string
  email: string
  password: string
}

/** What has to be entered first (spec object-browser-and-tools 5); undefined if nothing is missing. */
export function missingForActivation({ by, license, email, password }: Activation): 'key' | 'account' | undefined {
  if (by === 'key') return license.trim() === '' ? 'key' : undefined
  return email.trim() === '' || password.trim() === '' ? 'account' : undefined
}
