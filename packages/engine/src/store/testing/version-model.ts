import type { DeleteOutcome, ListEntry, ObjectRecord, Versioning } from '../store.ts'

/** What the tests know of one version. */
interface ModelVersion {
  id: string
  isDeleteMarker: boolean
  bytes: Buffer
  tags: Record<string, string>
}

/** A bucket as S3 describes it, in the simplest way: of each key its versions, the latest first. */
export class VersionModel {
  versioning: Versioning = 'Off'
  readonly #keys = new Map<string, ModelVersion[]>()

  /** Keys that have any version, in byte order. */
  get keys(): string[] {
    return [...this.#keys.keys()].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
  }

  versions(key: string): ModelVersion[] {
    return this.#keys.get(key) ?? []
  }

  find(key: string, id: string | undefined): ModelVersion | undefined {
    return this.versions(key).find((version) => id === undefined || version.id === id)
  }

  add(key: string, version: ModelVersion): void {
    const others = this.versions(key).filter(({ id }) => id !== version.id)
    this.#keys.set(key, [version, ...others])
  }

  setTags(key: string, id: string, tags: Record<string, string>): void {
    this.#keys.set(
      key,
      this.versions(key).map((version) => (version.id === id ? { ...version, tags } : version)),
    )
  }

  /** Enters a delete of which the store says `outcome`, and gives what it should have said. */
  delete(key: string, id: string | undefined, repeatMarker: boolean, outcome: DeleteOutcome): DeleteOutcome {
    const found = this.find(key, id)
    if (!found) return { found: false, isDeleteMarker: false }
    if (id !== undefined || this.versioning === 'Off') return this.#remove(key, found)
    if (found.isDeleteMarker && !repeatMarker) return { found: false, versionId: found.id, isDeleteMarker: true }
    // The id of a new version is the store's to choose.
    const made = this.versioning === 'Enabled' ? (outcome.versionId ?? '') : 'null'
    this.add(key, { id: made, isDeleteMarker: true, bytes: Buffer.alloc(0), tags: {} })
    return { found: true, versionId: made, isDeleteMarker: true }
  }

  #remove(key: string, { id, isDeleteMarker }: ModelVersion): DeleteOutcome {
    const rest = this.versions(key).filter((version) => version.id !== id)
    if (rest.length > 0) this.#keys.set(key, rest)
    else this.#keys.delete(key)
    return { found: true, versionId: id, isDeleteMarker }
  }

  /** All versions in the order of a listing, keys rolled up to common prefixes. */
  listing(prefix: string, delimiter: string | undefined): string[] {
    const lines = this.keys
      .filter((key) => key.startsWith(prefix))
      .flatMap((key) => {
        const cut = delimiter ? key.indexOf(delimiter, prefix.length) : -1
        if (delimiter && cut >= 0) return [`${key.slice(0, cut + delimiter.length)} |`]
        return this.versions(key).map((version, index) => line(key, version, index === 0, version.bytes.length))
      })
    return lines.filter((text, index) => text !== lines[index - 1])
  }
}

export function lineOf(entry: ListEntry): string {
  if (entry.kind === 'prefix') return `${entry.prefix} |`
  const { record } = entry
  return line(record.key, { ...record, id: record.versionId }, record.isLatest, record.size)
}

function line(
  key: string,
  { id, isDeleteMarker, tags }: Pick<ModelVersion, 'id'> & Pick<ObjectRecord, 'isDeleteMarker' | 'tags'>,
  isLatest: boolean,
  size: number,
): string {
  return `${key} ${id} ${isDeleteMarker ? 'gone' : size}${isLatest ? ' latest' : ''} ${JSON.stringify(tags)}`
}
