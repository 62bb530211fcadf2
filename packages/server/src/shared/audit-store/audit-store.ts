/** What the storage server reports about one request, as the audit store keeps it (spec object-browser-and-tools 3). */
export interface AuditEntry {
  /** Microseconds since the epoch. */
  time: number
  /** Distinguishes entries of the same microsecond, and recognizes an entry that was delivered twice. */
  id: number
  apiName: string
  bucket: string
  object: string
  remoteHost: string
  requestId: string
  userAgent: string
  /** Access key of the caller, and the user that it belongs to if that is another one. */
  accessKey: string
  parentUser: string
  responseStatus: string
  responseStatusCode: number
  requestContentLength: number
  responseContentLength: number
  timeToResponseNs: number
  /** '' without an error, or if it isn't known. */
  errorCode: string
}

/** An entry with everything else that was reported, without secrets, as JSON. */
export interface NewAuditEntry extends AuditEntry {
  details: string
}

/** Identifies an entry, and is the place after which a search continues. */
export type AuditPlace = Pick<AuditEntry, 'time' | 'id'>

/** The fields that a search can filter by, as clients spell them. */
export type FilterField =
  | 'bucket'
  | 'object'
  | 'api_name'
  | 'request_id'
  | 'user_agent'
  | 'response_status'
  | 'remote_host'
  | 'access_key'
  | 'error_code'
  | 'user'

/** A value with wildcards; see `wildcards.ts`. */
export interface AuditFilter {
  field: FilterField
  value: string
}

export interface AuditSearch {
  /** An entry has to meet all of them. */
  filters: readonly AuditFilter[]
  /**
   * Without entries that have no API, those with this user agent, and those that didn't fail, as which the console's own reads of
   * settings that nobody has set count too.
   */
  hidesBackground?: boolean
  hidesAgent?: string
  onlyErrors?: boolean
  /** From the first status to the last one. */
  statuses?: readonly [first: number, last: number]
  /** Microseconds since the epoch: the first included, and the first no longer included. */
  from?: number
  until?: number
  /** Latest first. */
  descending: boolean
  limit: number
  /** Number of entries to omit. */
  offset?: number
  /** Continues after this entry. */
  after?: AuditPlace
}

export interface AuditStoreState {
  kind: 'sqlite' | 'postgres'
  /** Times of the oldest and the latest entry in microseconds; undefined without entries. */
  oldest: number | undefined
  latest: number | undefined
  /** Size on disk. */
  bytes: number
  /** Name of the file that replaced data was moved to because it was damaged; '' if there is none. */
  setAside: string
}

/** How long entries are kept, and how much space they may use. */
export interface AuditRetention {
  days: number
  bytes: number
}

/** Keeps audit entries. All methods reject while the database is unavailable. */
export interface AuditStore {
  /** Resolves when the entries survive a crash. Those that it has already are ignored. */
  add(entries: readonly NewAuditEntry[]): Promise<void>
  search(search: AuditSearch): Promise<AuditEntry[]>
  /** How many entries a search finds, up to its limit. */
  count(search: AuditSearch): Promise<number>
  /** Undefined if there is no such entry. */
  read(place: AuditPlace): Promise<NewAuditEntry | undefined>
  state(): Promise<AuditStoreState>
  /** Deletes the oldest entries that are too old or too many. */
  trim(now: number): Promise<void>
  close(): Promise<void>
}

/** Microseconds of a day. */
export const DAY_US = 24 * 3600 * 1_000_000
