/** The properties of every tab of a bucket. */
export interface BucketTabProps {
  bucket: string
  /** The path below the tab's own: '' or `policies`. */
  rest: string
}
