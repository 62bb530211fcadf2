/** What signs a request. `sessionToken` is present for temporary credentials (STS) only. */
export interface Credentials {
  accessKey: string
  secretKey: string
  sessionToken?: string
}
