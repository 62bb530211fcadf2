/** What is changed: one version of an object, without an id the latest. */
export interface Version {
  bucket: string
  key: string
  versionId?: string | undefined
}
