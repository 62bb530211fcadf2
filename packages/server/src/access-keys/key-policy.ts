import { AppError, detailText } from '@cooperage/contract'
import { hasStatements } from '../shared/computations/key-policy-preview.ts'

/** The document of a policy text; undefined for none. @throws AppError InvalidPolicy */
export function policyDocument(text: string): unknown {
  if (text.trim() === '') return undefined
  let document: unknown
  try {
    document = JSON.parse(text)
  } catch (cause) {
    throw new AppError('InvalidPolicy', {}, { detailedMessage: detailText('policyNoJson'), cause })
  }
  // Servers take one for no policy at all, and the key could do everything that its account can.
  if (!hasStatements(document))
    throw new AppError('InvalidPolicy', {}, { detailedMessage: detailText('policyNoStatement') })
  return document
}
