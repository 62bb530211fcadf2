import type { ObjectDetails } from '@cooperage/contract'
import { compareNames } from '../../shared/text/intl.ts'
import { HEADERS } from '../detail/metadata-form.ts'

/** A property that at least one of the versions has. */
export interface Difference {
  group: 'object' | 'metadata' | 'tags' | 'protection'
  /** For `object` and `protection` a {@link Property}, otherwise the name of a header, a metadata key or a tag. */
  name: string
  before: string
  after: string
}

export type Property = 'size' | 'modified' | 'etag' | 'storageClass' | 'encryption' | 'legalHold' | 'retention'

/** The properties of two versions beside each other, '' where a version lacks one. */
export function differencesOf(before: ObjectDetails, after: ObjectDetails): Difference[] {
  const [left, right] = [propertiesOf(before), propertiesOf(after)]
  const names = [...left.keys(), ...[...right.keys()].filter((key) => !left.has(key))]
  const order = ['object', 'metadata', 'tags', 'protection']
  return names
    .map((key): Difference => {
      const [group = '', name = ''] = JSON.parse(key) as string[]
      return { group: group as Difference['group'], name, before: left.get(key) ?? '', after: right.get(key) ?? '' }
    })
    .filter((row) => row.before !== '' || row.after !== '')
    .sort((a, b) => order.indexOf(a.group) - order.indexOf(b.group))
}

function propertiesOf(details: ObjectDetails): Map<string, string> {
  const { encryption, retention } = details
  const properties: [Difference['group'], string, string][] = [
    ['object', 'size', String(details.size)],
    ['object', 'modified', details.last_modified],
    ['object', 'etag', details.etag],
    ['object', 'storageClass', details.storage_class],
    ['object', 'encryption', [encryption.kind, encryption.key_id].filter((text) => text !== '').join(', ')],
    ...HEADERS.map(([field, name]): [Difference['group'], string, string] => ['metadata', name, details[field]]),
    ...pairsOf('metadata', details.user_metadata),
    ...pairsOf('tags', details.tags.values),
    ['protection', 'legalHold', details.legal_hold.status],
    ['protection', 'retention', retention.mode === '' ? '' : `${retention.mode} ${retention.until}`],
  ]
  return new Map(properties.map(([group, name, value]) => [JSON.stringify([group, name]), value]))
}

function pairsOf(group: 'metadata' | 'tags', values: Record<string, string>): [Difference['group'], string, string][] {
  return Object.entries(values)
    .sort(([a], [b]) => compareNames(a, b))
    .map(([name, value]) => [group, name, value])
}
