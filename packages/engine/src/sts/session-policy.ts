import { checkPolicy } from '@cooperage/wire/policy'

/** The inline policy of a form as the text to store. @throws WireError InvalidParameterValue */
export function sessionPolicyOf(form: URLSearchParams): string | undefined {
  const text = form.get('Policy') ?? ''
  return text === '' ? undefined : JSON.stringify(checkPolicy(text, 'session').document)
}
