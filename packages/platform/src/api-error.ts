import { isRecord } from './objects.ts'

/** The names of a resource. */
interface ResourceNames {
  /** Empty for the core group. */
  group: string
  plural: string
  kind: string
}

export interface Cause {
  reason: string
  message: string
  field: string
}

/** A refusal as Kubernetes words it: clients read `reason` and `details`. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly status: number
  readonly reason: string
  readonly details: Record<string, unknown>

  constructor(status: number, reason: string, message: string, details: Record<string, unknown> = {}) {
    super(message)
    this.status = status
    this.reason = reason
    this.details = details
  }

  toStatus(): object {
    return {
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {},
      status: 'Failure',
      message: this.message,
      reason: this.reason,
      details: this.details,
      code: this.status,
    }
  }
}

/** `tenants.minio.min.io`, or `pods` in the core group. */
function qualified({ group, plural }: Pick<ResourceNames, 'group' | 'plural'>): string {
  return group === '' ? plural : `${plural}.${group}`
}

function detailsOf({ group, plural }: ResourceNames, name: string): Record<string, unknown> {
  return { name, ...(group !== '' && { group }), kind: plural }
}

export function notFound(type: ResourceNames, name: string): ApiError {
  return new ApiError(404, 'NotFound', `${qualified(type)} "${name}" not found`, detailsOf(type, name))
}

export function noSuchPath(): ApiError {
  return new ApiError(404, 'NotFound', 'the server could not find the requested resource')
}

export function alreadyExists(type: ResourceNames, name: string): ApiError {
  return new ApiError(409, 'AlreadyExists', `${qualified(type)} "${name}" already exists`, detailsOf(type, name))
}

export function conflict(type: ResourceNames, name: string, why: string): ApiError {
  const message = `Operation cannot be fulfilled on ${qualified(type)} "${name}": ${why}`
  return new ApiError(409, 'Conflict', message, detailsOf(type, name))
}

export const MODIFIED = 'the object has been modified; please apply your changes to the latest version and try again'

export function invalid(type: ResourceNames, name: string, causes: Cause[]): ApiError {
  const texts = causes.map(({ field, message }) => `${field}: ${message}`)
  const list = texts.length === 1 ? texts[0] : `[${texts.join(', ')}]`
  const kind = type.group === '' ? type.kind : `${type.kind}.${type.group}`
  return new ApiError(422, 'Invalid', `${kind} "${name}" is invalid: ${list}`, {
    ...detailsOf(type, name),
    kind: type.kind,
    causes,
  })
}

export function badRequest(message: string): ApiError {
  return new ApiError(400, 'BadRequest', message)
}

export function forbidden(type: ResourceNames, name: string | undefined, why: string): ApiError {
  const subject = name === undefined || name === '' ? qualified(type) : `${qualified(type)} "${name}"`
  return new ApiError(403, 'Forbidden', `${subject} is forbidden: ${why}`, detailsOf(type, name ?? ''))
}

export function expired(message: string): ApiError {
  return new ApiError(410, 'Expired', message)
}

/** How Kubernetes quotes a rejected value. */
export function quoted(value: unknown): string {
  if (Array.isArray(value)) return '"array"'
  return isRecord(value) ? '"object"' : JSON.stringify(value)
}
