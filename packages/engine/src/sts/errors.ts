import { WireError } from '@cooperage/wire'

const STATUS = { InvalidParameterValue: 400, MissingParameter: 400, STSNotInitialized: 503 } as const

/** Errors that STS has of its own; the sentence says which parameter and why. */
export function stsError(code: keyof typeof STATUS, message: string, options?: ErrorOptions): WireError {
  return new WireError(code, STATUS[code], message, options)
}
