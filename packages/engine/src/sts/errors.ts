import { WireError } from '@cooperage/wire'

const STATUS = { InvalidParameterValue: 400, MissingParameter: 400, STSNotInitialized: 503 } as const

/** Errors specific to STS. The message names the parameter and the reason. */
export function stsError(code: keyof typeof STATUS, message: string, options?: ErrorOptions): WireError {
  return new WireError(code, STATUS[code], message, options)
}
