import { WireError } from '../errors.ts'
import { type Fields, leaf, readFields, writeFields } from '../xml/fields.ts'
import { childrenOf, childText, parseBoolean, parseXml } from '../xml/reader.ts'
import { element, S3_NAMESPACE } from '../xml/writer.ts'

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

const CONFIGURATION: Fields<VersioningConfiguration> = {
  status: leaf('Status', (text) => versioningStatus(text?.trim())),
  mfaDelete: leaf('MfaDelete', (text) => (['Enabled', 'Disabled'] as const).find((known) => known === text?.trim())),
  excludedPrefixes: {
    name: 'ExcludedPrefixes',
    read(root) {
      const prefixes = childrenOf(root, 'ExcludedPrefixes').map((excluded) => childText(excluded, 'Prefix') ?? '')
      return prefixes.length === 0 ? undefined : prefixes
    },
    write: (prefixes = []) =>
      prefixes.map((prefix) => `<ExcludedPrefixes>${element('Prefix', prefix)}</ExcludedPrefixes>`).join(''),
  },
  excludeFolders: leaf('ExcludeFolders', (text) => (text === undefined ? undefined : parseBoolean(text))),
}

/** Without a declaration, as MinIO returns it. */
export function writeVersioning(configuration: VersioningConfiguration): string {
  const inner = writeFields(CONFIGURATION, configuration)
  return `<VersioningConfiguration xmlns="${S3_NAMESPACE}">${inner}</VersioningConfiguration>`
}

/** @throws WireError MalformedXML, IllegalVersioningConfigurationException (an unknown status) */
export function parseVersioning(source: string | Uint8Array): VersioningConfiguration {
  return readFields(CONFIGURATION, parseXml(source, 'VersioningConfiguration'))
}

function versioningStatus(status = ''): VersioningConfiguration['status'] {
  if (status === '') return undefined
  if (status === 'Enabled' || status === 'Suspended') return status
  throw new WireError(
    'IllegalVersioningConfigurationException',
    400,
    `Versioning configuration specified in the request is invalid. (unsupported Versioning status ${status})`,
  )
}
