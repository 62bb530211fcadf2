import type { ObjectVersion } from '@cooperage/contract'
import type { ListedVersion, ListVersionsPage } from '@cooperage/wire'
import { compareBytes } from '../list-entries.ts'

const FOLDER = {
  size: 0,
  last_modified: '',
  etag: '',
  version_id: '',
  is_latest: false,
  is_delete_marker: false,
  legal_hold_status: '',
  retention_mode: '',
  retention_until_date: '',
  tags: {},
} as const satisfies Omit<ObjectVersion, 'name'>

/** Versions and folders in the order of their names, the versions of a key from the newest on. */
export function versionEntriesOf({ versions, commonPrefixes }: ListVersionsPage): ObjectVersion[] {
  const entries: ObjectVersion[] = commonPrefixes.map((name) => ({ name, ...FOLDER }))
  entries.push(...versions.map(versionEntry))
  return commonPrefixes.length === 0 ? entries : entries.sort((a, b) => compareBytes(a.name, b.name))
}

function versionEntry(version: ListedVersion): ObjectVersion {
  const headers = version.metadata?.headers ?? {}
  const hold = headers['x-amz-object-lock-legal-hold']?.toUpperCase()
  return {
    name: version.key,
    size: version.size,
    last_modified: new Date(version.lastModified).toISOString(),
    etag: version.etag,
    version_id: version.versionId,
    is_latest: version.isLatest,
    is_delete_marker: version.isDeleteMarker,
    legal_hold_status: hold === 'ON' || hold === 'OFF' ? hold : '',
    retention_mode: retentionModeOf(headers['x-amz-object-lock-mode']),
    retention_until_date: headers['x-amz-object-lock-retain-until-date'] ?? '',
    tags: tagsOf(version.metadata?.tags),
  }
}

/** In lower case, as in the specification. */
export function retentionModeOf(header: string | undefined): ObjectVersion['retention_mode'] {
  const mode = header?.toLowerCase()
  return mode === 'governance' || mode === 'compliance' ? mode : ''
}

function tagsOf(text: string | undefined): Record<string, string> {
  return text === undefined ? {} : Object.fromEntries(new URLSearchParams(text))
}
