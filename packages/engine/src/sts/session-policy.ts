import { WireError } from '@cooperage/wire'
import { MAX_SESSION_POLICY, readPolicyDocument } from '../iam/policy-document.ts'
import { stsError } from './errors.ts'

/** The inline policy of a form, in the form in which it is kept. @throws WireError InvalidParameterValue */
export function sessionPolicyOf(form: URLSearchParams): string | undefined {
  const text = form.get('Policy') ?? ''
  if (text === '') return undefined
  const document = readDocument(text)
  if (document === undefined || document.Version === '') {
    throw stsError('InvalidParameterValue', "Version cannot be empty expecting '2012-10-17'")
  }
  const compact = JSON.stringify(document)
  if (compact.length > MAX_SESSION_POLICY) {
    throw stsError('InvalidParameterValue', `Session policy should not exceed ${MAX_SESSION_POLICY} characters`)
  }
  return compact
}

function readDocument(text: string): ReturnType<typeof readPolicyDocument> {
  try {
    return readPolicyDocument(text)
  } catch (cause) {
    if (!(cause instanceof WireError)) throw cause
    throw stsError('InvalidParameterValue', cause.message, { cause })
  }
}
