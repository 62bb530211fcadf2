import { WireError } from '../errors.ts'
import { childrenOf, childText, parseBoolean, parseXml } from '../xml/reader.ts'
import { element, optionalElement, S3_NAMESPACE } from '../xml/writer.ts'

export interface VersioningConfiguration {
  /** Absent: versioning was never set, a third state. */
  status?: 'Enabled' | 'Suspended'
  /** MinIO extension: prefixes (with `*`) whose objects are not versioned. */
  excludedPrefixes?: string[]
  /** MinIO extension: folder objects are not versioned. */
  excludeFolders?: boolean
  /** MFA delete, which only AWS supports. */
  mfaDelete?: 'Enabled' | 'Disabled'
}

/** Without a declaration, as MinIO returns it. */
export function writeVersioning(configuration: VersioningConfiguration): string {
  const prefixes = (configuration.excludedPrefixes ?? []).map(
    (prefix) => `<ExcludedPrefixes>${element('Prefix', prefix)}</ExcludedPrefixes>`,
  )
  const inner =
    optionalElement('Status', configuration.status) +
    optionalElement('MfaDelete', configuration.mfaDelete) +
    prefixes.join('') +
    optionalElement('ExcludeFolders', configuration.excludeFolders)
  return `<VersioningConfiguration xmlns="${S3_NAMESPACE}">${inner}</VersioningConfiguration>`
}

/** @throws WireError MalformedXML, IllegalVersioningConfigurationException (an unknown status) */
export function parseVersioning(source: string | Uint8Array): VersioningConfiguration {
  const root = parseXml(source, 'VersioningConfiguration')
  const status = childText(root, 'Status')?.trim()
  const prefixes = childrenOf(root, 'ExcludedPrefixes').map((excluded) => childText(excluded, 'Prefix') ?? '')
  const folders = childText(root, 'ExcludeFolders')
  const mfaDelete = childText(root, 'MfaDelete')?.trim()
  return {
    ...(status === undefined || status === '' ? {} : { status: versioningStatus(status) }),
    ...(prefixes.length === 0 ? {} : { excludedPrefixes: prefixes }),
    ...(folders === undefined ? {} : { excludeFolders: parseBoolean(folders) }),
    ...(mfaDelete === 'Enabled' || mfaDelete === 'Disabled' ? { mfaDelete } : {}),
  }
}

function versioningStatus(status: string): 'Enabled' | 'Suspended' {
  if (status === 'Enabled' || status === 'Suspended') return status
  throw new WireError(
    'IllegalVersioningConfigurationException',
    400,
    `Versioning configuration specified in the request is invalid. (unsupported Versioning status ${status})`,
  )
}
