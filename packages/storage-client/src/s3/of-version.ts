/** The version of an object that a call addresses: `null` is the one written without versioning; the default is the newest. */
export interface OfVersion {
  versionId?: string | undefined
}

export function versionQuery({ versionId }: OfVersion): Record<string, string> {
  return versionId === undefined || versionId === '' ? {} : { versionId }
}

/** Bypasses governance retention; needs s3:BypassGovernanceRetention. */
export function bypassHeader(bypassGovernance: boolean | undefined): Record<string, string> {
  return bypassGovernance ? { 'x-amz-bypass-governance-retention': 'true' } : {}
}
