/** The version of an object to change; without an id the latest. */
export interface Version {
  bucket: string
  key: string
  versionId?: string | undefined
}
