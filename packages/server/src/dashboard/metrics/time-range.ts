/** A time range in seconds since the epoch. */
export interface TimeRange {
  start: number
  end: number
  step: number
}

/** Seconds between two scrapes. */
export const SCRAPE_SECONDS = 15
