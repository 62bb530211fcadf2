import { sentence, textsOf } from '../text.ts'

/** Units of Kubernetes quantities that sizes are entered in. */
export const SIZE_UNITS = ['Ki', 'Mi', 'Gi', 'Ti', 'Pi'] as const
export type SizeUnit = (typeof SIZE_UNITS)[number]

export const GI = 1024 ** 3
export const TI = 1024 ** 4
const PI = 1024 ** 5

export const MIN_NODES = 4
export const MIN_DRIVES_PER_SERVER = 1
export const MIN_MEMORY_GI = 2
export const MIN_VOLUME_BYTES = GI
/** Largest drive that a pool is planned with. */
export const MAX_DRIVE_BYTES = 12 * TI

/** Why a pool can’t have a size. */
export const TENANT_SIZE_TEXTS = {
  driveCount: 'The number of drives must be at least 1',
  driveSize: 'A drive can have at most 12Ti. Add nodes or drives per server',
  littleMemory: 'There are not enough memory resources available',
  noMemory: 'There is no memory available for the selected number of nodes',
  nodeCount: `Number of nodes cannot be less than ${MIN_NODES}`,
  poolSize: 'The pool size must be greater than 1Gi',
  requestedMemory: 'The requested memory size must be greater than 2Gi',
  tooMuchMemory: 'The requested memory is greater than the max available memory for the selected number of nodes',
} as const

function textOf(name: keyof typeof TENANT_SIZE_TEXTS): string {
  return sentence(textsOf('tenantSize', TENANT_SIZE_TEXTS)(name))
}

/** Bytes of a size in a binary unit: `100`, `Gi`. */
export function sizeBytes(value: string | number, unit: SizeUnit): number {
  return Math.round(Number(value) * 1024 ** (SIZE_UNITS.indexOf(unit) + 1))
}

/** Bytes with the largest unit in which they have at most two decimals: `100Gi`, `1.5Ti`. */
export function quantityText(bytes: number): string {
  for (const [index, unit] of [...SIZE_UNITS.entries()].reverse()) {
    const value = bytes / 1024 ** (index + 1)
    if (value >= 1) return `${Number(value.toFixed(2))}${unit}`
  }
  return `${bytes}`
}

export interface Distribution {
  error: string
  /** Volumes of the pool. */
  volumes: number
  /** Size of each volume in bytes. */
  volumeBytes: number
}

/** How the size of a pool is spread over its drives, or why it can't be (spec operator-mode 5, Tenant Size). */
export function distributionOf(totalBytes: number, nodes: number, drivesPerServer: number): Distribution {
  const none = { volumes: 0, volumeBytes: 0 }
  if (!(totalBytes >= GI)) return { error: textOf('poolSize'), ...none }
  if (!(drivesPerServer >= 1)) return { error: textOf('driveCount'), ...none }
  if (!(nodes >= 1)) return { error: textOf('nodeCount'), ...none }
  const volumes = nodes * drivesPerServer
  const volumeBytes = Math.floor(totalBytes / volumes)
  const error = volumeBytes > MAX_DRIVE_BYTES ? textOf('driveSize') : ''
  return { error, volumes, volumeBytes }
}

export interface Memory {
  error: string
  /** Bytes. */
  request: number
  limit: number
}

/**
 * Request and limit of memory per server (spec operator-mode 9): the limit has a floor that grows with the pool.
 * @param maxBytes undefined if it isn't known
 */
export function memoryOf(requestedGi: number, maxBytes: number | undefined, totalBytes: number): Memory {
  const request = requestedGi * GI
  return { error: memoryProblem(requestedGi, maxBytes), request, limit: Math.max(request, memoryFloor(totalBytes)) }
}

function memoryProblem(requestedGi: number, maxBytes = Number.POSITIVE_INFINITY): string {
  if (maxBytes === 0) return textOf('noMemory')
  if (maxBytes < MIN_MEMORY_GI * GI) return textOf('littleMemory')
  if (!(requestedGi >= MIN_MEMORY_GI)) return textOf('requestedMemory')
  if (requestedGi * GI > maxBytes) {
    return textOf('tooMuchMemory')
  }
  return ''
}

function memoryFloor(totalBytes: number): number {
  if (totalBytes >= PI) return 64 * GI
  if (totalBytes >= 100 * TI) return 32 * GI
  if (totalBytes >= 10 * TI) return 16 * GI
  if (totalBytes >= TI) return 8 * GI
  return 0
}
