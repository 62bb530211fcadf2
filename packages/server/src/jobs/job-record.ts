/** What the journal keeps of a job. */
import type {
  FailureText,
  FolderContents,
  JobEvent,
  JobSpec,
  JobStatus,
  Loss,
  ReportCounts,
  ReportEntry,
  SyncEntry,
} from '@cooperage/contract'
import type { Visitor } from '@cooperage/storage-client'
import type { CountedItems } from './count-ahead.ts'
import type { ItemFailure } from './job-kind.ts'

/** What changes while a job runs, and what lists show. Times in milliseconds since the epoch. */
export interface JobState {
  readonly id: string
  /** The account that started it. */
  readonly owner: string
  /** Who started it, for policies. Missing in jobs of earlier versions. */
  readonly visitor?: Visitor
  readonly createdAt: number
  /** Of the spec, which can be large. */
  readonly title: JobTitle
  /** `preparing`: its key may not exist yet, so it has never run. */
  status: JobStatus | 'preparing'
  /** 0 until it ends. */
  endedAt: number
  problem: string
  /** The same for a page in another language. Missing in jobs of earlier versions. */
  text?: FailureText | undefined
  /** Its access key, encrypted; '' once the key is removed. */
  sealedKey: string
  /** The same at the other storage server, of a job that has one. */
  sealedOtherKey?: string
  /** Whether one of the keys is that of a session. */
  endsWithSession?: boolean
  /** Of how many objects the other server didn't keep what. */
  lost?: Partial<Record<Loss, number>>
  /** Of a migration: what its verification has counted so far, and how many entries its report has. */
  report?: { counts: Partial<ReportCounts>; entries: number }
  /** After the pages that are done; '' is the beginning. */
  position: string
  /** Whether no page is left to plan. */
  isPlanned: boolean
  done: number
  bytes: number
  skipped: number
  failed: number
  /** Of a job whose title has no total: what listings ahead of the work have found. */
  counted?: CountedItems
  /** Of a run of a sync: objects that it has deleted at the target. */
  deleted?: number
  /** Of a run of a sync: objects on both sides whose contents couldn't be compared. */
  uncompared?: number
  /** The sync that it is a run of: its keys are those of the sync, which stay. */
  sync?: string
  /** Whether another job has retried its failures. */
  isRetried?: boolean
}

export interface JobTitle {
  kind: JobSpec['kind']
  bucket: string
  first: string
  items: number
  contents?: FolderContents | undefined
  /** Of a job to another storage server: its name, and what people call it. */
  server?: { name: string; title: string }
  targetBucket: string
  target: string
  /** Of a restore: its time. */
  at: string
  /** 0 if it isn't known. Missing in jobs of earlier versions. */
  total?: number
}

/** Steps that were planned together, and may have been done in part. */
export interface StoredPage {
  steps: unknown[]
  /** The position after them; undefined at the end. */
  next: string | undefined
}

export type Event = Omit<JobEvent, 'time'> & { time: number }

/** Changes that are stored together: after a crash, all of them or none. */
export interface JobChange {
  state: JobState
  /** The page that is begun; null if it is done. */
  page?: StoredPage | null
  failures?: readonly ItemFailure[]
  /** Of the report; the state counts them already. */
  entries?: readonly (ReportEntry | SyncEntry)[]
  events?: readonly Event[]
}
