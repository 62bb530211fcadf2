import { type Text, textsOf } from '../text.ts'

/** Why a pool has no erasure code. The texts complete "…: {reason}.". */
export const PARITY_TEXTS = {
  drives: 'at least 4 drives in total are required',
  uneven: 'erasure sets have 4 to 16 drives, which doesn’t divide {{drives}} drives evenly',
  servers: 'erasure sets have 4 to 16 drives, which can’t be spread evenly over {{servers}} servers',
} as const

const text = textsOf('parity', PARITY_TEXTS)

/** Sizes of erasure sets that MinIO supports. */
const MIN_SET = 4
const MAX_SET = 16

/** The parity choices of a pool, or why there are none. */
export type ParityResult = { choices: string[]; problem: undefined } | { choices: []; problem: Text }

/**
 * The erasure-code settings that a pool offers, `EC:n` descending to `EC:2`: MinIO forms the largest erasure set that divides
 * the number of drives and is symmetric over the servers, and half of it is the highest parity.
 */
export function parityChoices(nodes: number, drivesPerServer: number): ParityResult {
  const drives = nodes * drivesPerServer
  if (drives < MIN_SET) return { choices: [], problem: text('drives') }
  const sizes: number[] = []
  for (let size = MIN_SET; size <= MAX_SET; size++) if (drives % size === 0) sizes.push(size)
  if (sizes.length === 0) return { choices: [], problem: text('uneven', { drives }) }
  const symmetric = sizes.filter((size) => (nodes > size ? nodes % size === 0 : size % nodes === 0))
  const setSize = symmetric.at(-1)
  if (setSize === undefined) {
    return { choices: [], problem: text('servers', { servers: nodes }) }
  }
  const highest = Math.floor(setSize / 2)
  return { choices: Array.from({ length: highest - 1 }, (_, index) => `EC:${highest - index}`), problem: undefined }
}

/** The number of a parity choice: 4 for `EC:4`; 0 if it isn't one. */
export function parityNumber(choice: string): number {
  return Number(/^EC:(\d+)$/.exec(choice)?.[1] ?? 0)
}

/** The first choice, but EC:4 for larger pools, which have enough drives for it (spec operator-mode 9). */
export function defaultParity(choices: readonly string[], nodes: number, drivesPerServer: number): string {
  const isLarge = nodes >= 8 && nodes * drivesPerServer > 16
  return isLarge && choices.includes('EC:4') ? 'EC:4' : (choices[0] ?? '')
}

export interface ErasureCode {
  /** Drives of an erasure set. */
  setSize: number
  /** Raw capacity divided by usable capacity. */
  storageFactor: number
  usableBytes: number
  /** Servers that may fail without losing access to data. */
  serverFailures: number
}

/** What a parity choice means for a pool (spec operator-mode 9); undefined without choices. */
export function erasureCodeOf(
  choices: readonly string[],
  chosen: string,
  { rawBytes, drivesPerServer }: { rawBytes: number; drivesPerServer: number },
): ErasureCode | undefined {
  const setSize = 2 * parityNumber(choices[0] ?? '')
  const parity = parityNumber(chosen)
  if (setSize === 0 || !choices.includes(chosen) || drivesPerServer < 1) return undefined
  const storageFactor = setSize / (setSize - parity)
  return {
    setSize,
    storageFactor,
    usableBytes: Math.floor(rawBytes / storageFactor),
    serverFailures: Math.floor(parity / drivesPerServer),
  }
}
