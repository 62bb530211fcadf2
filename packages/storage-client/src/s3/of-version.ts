/** Which version of an object a call is about: `null` is the one written without versioning, none is the newest. */
export interface OfVersion {
  versionId?: string | undefined
}

export function versionQuery({ versionId }: OfVersion): Record<string, string> {
  return versionId === undefined || versionId === '' ? {} : { versionId }
}

/** Lifts what governance retention forbids, for whoever has the permission. */
export function bypassHeader(bypassGovernance: boolean | undefined): Record<string, string> {
  return bypassGovernance ? { 'x-amz-bypass-governance-retention': 'true' } : {}
}
