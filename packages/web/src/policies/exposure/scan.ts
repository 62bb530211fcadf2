import { type BucketExposure, type BucketExposures, EXPOSURE_PAGE } from '@cooperage/contract'

/** The progress of a scan of all buckets. */
export interface Scan {
  total: number
  /** Names that are still to be scanned. */
  left: readonly string[]
  /** The public ones, in the order of the list. */
  open: readonly BucketExposure[]
  unread: BucketExposures['unread']
}

export function beginScan(names: readonly string[]): Scan {
  return { total: names.length, left: names, open: [], unread: [] }
}

/** One call after the other, each for one batch: a scan must not slow down what else the visitor does. */
export async function finishScan(
  begun: Scan,
  ask: (buckets: string[]) => Promise<BucketExposures>,
  onProgress: (scan: Scan) => void,
): Promise<Scan> {
  let scan = begun
  while (scan.left.length > 0) {
    const batch = scan.left.slice(0, EXPOSURE_PAGE)
    scan = withResponse(scan, batch, await ask(batch))
    onProgress(scan)
  }
  return scan
}

function withResponse(scan: Scan, batch: readonly string[], response: BucketExposures): Scan {
  return {
    total: scan.total,
    left: [...response.left, ...scan.left.slice(batch.length)],
    open: [...scan.open, ...response.buckets.filter(isOpen)],
    unread: [...scan.unread, ...response.unread],
  }
}

/** The scan with newer results of single buckets. */
export function withResult(scan: Scan, bucket: string, { buckets, unread }: BucketExposures): Scan {
  const others = <T extends { name: string }>(list: readonly T[]) => list.filter(({ name }) => name !== bucket)
  const open = [...others(scan.open), ...buckets.filter(isOpen)]
  return {
    ...scan,
    open: open.sort((a, b) => (a.name < b.name ? -1 : 1)),
    unread: [...others(scan.unread), ...unread],
  }
}

function isOpen({ openings }: BucketExposure): boolean {
  return openings.length > 0
}
