/** Where a listing has got to, from its last response. */
interface Place {
  next?: string | undefined
  continuation?: string | undefined
}

/**
 * Keeps the storage server's token between the pages of one listing, since MinIO needs five times as long to find a key again.
 * A page after another key, following a failure or a refresh, is requested by the key alone.
 */
export class ListingCursor {
  private place: Place = {}

  /** The query for what follows `after`; '' for the start. */
  queryOf(after: string): { after?: string; continuation?: string } {
    if (after === '') return {}
    const { next, continuation } = this.place
    return next === after && continuation !== undefined ? { after, continuation } : { after }
  }

  keep({ next, continuation }: Place): void {
    this.place = { next, continuation }
  }
}
