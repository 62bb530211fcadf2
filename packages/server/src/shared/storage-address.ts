/** What is wrong with the address of the storage server, and what to do. */
import { AppError, type ErrorCode } from '@cooperage/contract'
import { diagnoseEndpoint, type EndpointProblem, type StorageEndpoint } from '@cooperage/storage-client'
import type { ServerSettings } from './settings.ts'

/** After a connection that failed only after 4 seconds, visitors still get a response within 10. */
const DIAGNOSIS_MS = 5_000

/** Problems that end when the server starts or the network works: the address may be right. */
const OUTAGES = { refused: 'nothing listens there', silent: 'it doesn’t respond', broken: 'the connection breaks' }

const CODES: Record<Exclude<EndpointProblem['kind'], keyof typeof OUTAGES>, ErrorCode> = {
  skewed: 'StorageClockSkew',
  unknownName: 'StorageNameUnknown',
  untrusted: 'StorageUntrusted',
  expired: 'StorageCertificateExpired',
  otherName: 'StorageCertificateMismatch',
  needsHttps: 'StorageNeedsHttps',
  needsHttp: 'StorageNeedsHttp',
  minioConsole: 'StorageIsConsole',
  website: 'StorageIsWebsite',
  proxy: 'StorageBehindProxy',
}

/** Where a storage server is, and how it may be connected to. */
type StorageAddress = Pick<ServerSettings, 'storageUrl' | 'storageCa' | 'storageLookup'>

/** Undefined if nothing is wrong with the address, as far as is known. */
export async function storageAddressError(address: StorageAddress, signal: AbortSignal): Promise<AppError | undefined> {
  return errorOf(await diagnose(address, signal))
}

/** Why the storage server can't be used, without its address, for anyone who asks; undefined if it responds. */
export async function storageProblem(endpoint: StorageEndpoint, address: StorageAddress): Promise<string | undefined> {
  if (await endpoint.isAlive()) return undefined
  const problem = await diagnose(address, AbortSignal.timeout(DIAGNOSIS_MS))
  const error = errorOf(problem)
  if (error !== undefined) return error.message
  return problem && `Can’t reach the storage server: ${OUTAGES[problem.kind as keyof typeof OUTAGES]}.`
}

export const STORAGE_SILENT = `Can’t reach the storage server: ${OUTAGES.silent}.`

/** A line for who started the console; undefined if a storage server responds. */
export async function storageWarning(url: URL, signal: AbortSignal): Promise<string | undefined> {
  const problem = await diagnose({ storageUrl: url }, signal)
  if (problem === undefined) return undefined
  const error = errorOf(problem)
  if (error !== undefined) return `Warning: ${url.origin} can’t be used as storage server. ${error.message}`
  const reason = OUTAGES[problem.kind as keyof typeof OUTAGES]
  return `Warning: Can’t reach the storage server ${url.origin}: ${reason}. Check that it’s running, or correct --storage (COOPERAGE_STORAGE_URL).`
}

function diagnose(
  { storageUrl, storageCa: ca, storageLookup: lookup }: StorageAddress,
  signal: AbortSignal,
): Promise<EndpointProblem | undefined> {
  return diagnoseEndpoint(storageUrl, AbortSignal.any([signal, AbortSignal.timeout(DIAGNOSIS_MS)]), { ca, lookup })
}

function errorOf(problem: EndpointProblem | undefined): AppError | undefined {
  if (problem === undefined || problem.kind in OUTAGES) return undefined
  const { kind, ...details } = problem
  return new AppError(CODES[kind as keyof typeof CODES], details)
}
