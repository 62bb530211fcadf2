/** What every page of a bucket gets. */
export interface BucketTabProps {
  bucket: string
  /** The path below the tab's own: '' or `policies`. */
  rest: string
}
