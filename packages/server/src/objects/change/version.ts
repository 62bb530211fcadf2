/** The version of an object to change; the latest if there is no id. */
export interface Version {
  bucket: string
  key: string
  versionId?: string | undefined
}
