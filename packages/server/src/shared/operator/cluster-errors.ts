import { AppError, clusterRight, type ErrorCode, type ErrorDetails } from '@cooperage/contract'
import { type KubeEndpoint, KubeError, type KubeErrorCode } from '@cooperage/kube-client'

/** How long the API server may take to respond to a probe. */
const PROBE_MS = 4_000

/** A failure of the API server as an error of the contract; anything else is returned unchanged. */
export function clusterError(error: unknown): unknown {
  if (!(error instanceof KubeError)) return error
  const options = { cause: error, detailedMessage: error.message }
  const reason = withoutStop(error.message)
  switch (error.code) {
    case 'Unauthorized':
      return new AppError('SessionEnded', {}, { cause: error })
    case 'Forbidden':
      return error.denied === undefined
        ? new AppError('ClusterRefused', { reason }, { cause: error })
        : new AppError('AccessDenied', deniedDetails(error.denied), options)
    case 'NotFound':
      return new AppError('ClusterObjectMissing', { reason }, { cause: error })
    case 'AlreadyExists':
      return new AppError('ClusterObjectExists', {}, options)
    case 'Conflict':
      return new AppError('ClusterConflict', {}, options)
    case 'Invalid':
    case 'BadRequest':
      return new AppError('ClusterRefused', { reason: causesOf(error) }, options)
    case 'Unreachable':
      return new AppError('ClusterUnreachable', {}, { cause: error })
    case 'Untrusted':
      return new AppError('ClusterUntrusted', { reason }, { cause: error })
    case 'Timeout':
    case 'TooManyRequests':
    case 'Aborted':
      return new AppError('ClusterTimeout', {}, { cause: error })
    case 'Expired':
    case 'Unreadable':
    case 'ServerError':
      return new AppError('ClusterError', { reason }, { cause: error })
  }
}

export const CLUSTER_SILENT = 'Can’t reach the API server of the cluster: it doesn’t respond.'

/** Why the API server of the cluster can't be used, without its address, for anyone who asks; undefined if it responds. */
export async function clusterProblem(cluster: KubeEndpoint): Promise<string | undefined> {
  try {
    const signal = AbortSignal.timeout(PROBE_MS)
    // Whoever isn't signed in gets a response too, if only a refusal.
    const { body } = await cluster.request({ method: 'GET', path: '/livez', signal })
    await body.dump()
    return undefined
  } catch (error) {
    if (!(error instanceof Error && 'code' in error) || typeof error.code !== 'string') return CLUSTER_SILENT
    return `Can’t reach the API server of the cluster: ${error.code}.`
  }
}

/** Replaces one kind of failure by an error that names what the call is about. Others are passed on. */
export async function replacing<T>(
  replaced: KubeErrorCode,
  code: ErrorCode,
  details: ErrorDetails,
  work: Promise<T>,
): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!isKubeError(error, replaced)) throw error
    throw new AppError(code, details, { cause: error, detailedMessage: error.message })
  }
}

export function isKubeError(error: unknown, ...codes: KubeErrorCode[]): error is KubeError {
  return error instanceof KubeError && codes.includes(error.code)
}

/** The result, or undefined if it fails in one of these ways. */
export async function unless<T>(codes: KubeErrorCode[], work: Promise<T>): Promise<T | undefined> {
  try {
    return await work
  } catch (error) {
    if (isKubeError(error, ...codes)) return undefined
    throw error
  }
}

function deniedDetails({ verb, resource, namespace }: NonNullable<KubeError['denied']>): ErrorDetails {
  return clusterRight(`${verb} ${resource}`, namespace)
}

function causesOf(error: KubeError): string {
  const causes = error.causes.map(({ field, message }) => (field === '' ? message : `${field}: ${message}`))
  return causes.length > 0 ? causes.join('; ') : error.message
}

function withoutStop(text: string): string {
  return text.replace(/\.$/, '')
}
