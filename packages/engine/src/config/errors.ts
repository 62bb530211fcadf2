import { WireError } from '@cooperage/wire'

export function configError(message: string): WireError {
  return new WireError('XMinioConfigError', 400, message)
}

export function configNotFound(message: string): WireError {
  return new WireError('XMinioConfigNotFoundError', 404, message)
}

/** The setting does not accept the value. MinIO uses this code for every invalid value. */
export function invalidValue(message: string, options?: ErrorOptions): WireError {
  return new WireError('XMinioAdminConfigBadJSON', 400, message, options)
}

export function notImplemented(what: string): WireError {
  return new WireError('NotImplemented', 501, `${what} is not implemented by this server.`)
}
