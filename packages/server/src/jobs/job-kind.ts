import type { JobSpec, Loss, ObjectFailure, ReportCounts, ReportEntry, SyncEntry } from '@cooperage/contract'
import type { StorageClient } from '@cooperage/storage-client'
import type { Counted } from './count-ahead.ts'

/** `recursive`: nothing in this folder was tried, because it can't be listed. */
export type ItemFailure = ObjectFailure & { recursive?: boolean }

interface JobPage<Step> {
  /** At most some hundreds of KB as JSON: it is stored before the first step. */
  steps: Step[]
  /** The position after the page; undefined at the end. */
  next: string | undefined
  /** What couldn't be planned. */
  failures?: readonly ItemFailure[]
  /** Objects that are left alone. */
  skipped?: number
}

export interface StepResult {
  done: number
  bytes: number
  skipped: number
  failures: readonly ObjectFailure[]
  /** Objects that a run of a sync has deleted at the target. */
  deleted?: number
  /** Objects that a run of a sync leaves alone because of their sizes and times only. */
  uncompared?: number
  /** What another server didn't keep of the object. */
  lost?: readonly Loss[]
  /** What a migration or a run of a sync adds to its report. */
  report?: ReportPart
}

/** Counts that are added up, and entries that are kept one by one. */
export interface ReportPart {
  counts?: Partial<ReportCounts>
  entries?: readonly (ReportEntry | SyncEntry)[]
}

/** A phase of a job, as its position begins. */
export type JobPhase = 'prepare' | 'copy' | 'settings' | 'verify'

/** The storage servers that a job works with, each with the job's own keys. */
export interface Sides {
  storage: StorageClient
  /** Of a job that writes to another server: the client there, and what people call it. */
  other?: { storage: StorageClient; server: string }
}

/** A statement of the policy that restricts the key of a job. */
export interface Statement {
  Effect: 'Allow'
  Action: string[]
  Resource: string[]
  Condition?: object
}

/**
 * What jobs of a kind do. A job is planned page by page; a page is stored before its first step, and its steps then run in any
 * order. After a crash or an outage the steps of a page that may have been done are run again with `isRepeated`.
 */
export interface JobKind<Spec extends JobSpec = JobSpec, Step = unknown> {
  /** @throws AppError for a job that can't be done */
  check(spec: Spec): void
  /** All that the job's key may do, within the permissions of the account. */
  statements(spec: Spec): Statement[]
  /** The same for the key at the other server. */
  otherStatements?(spec: Spec): Statement[]
  /** Steps that run at the same time. */
  atOnce: number
  /** What a job at this position is doing, of kinds that have several things to do. */
  phaseOf?(position: string): JobPhase
  /**
   * Plans from `position` on; '' is the beginning. `failed` is how many items have failed so far.
   * @throws AppError, storage errors converted
   */
  plan(sides: Sides, spec: Spec, position: string, failed: number): Promise<JobPage<Step>>
  /**
   * How many items `plan` would find from `position` on, in one listing, and where the next one begins; undefined at the end.
   * Absent for what isn't counted, and undefined for a job whose count would take as many requests as its work.
   * @throws AppError, storage errors converted
   */
  count?(sides: Sides, spec: Spec, position: string): Promise<Counted | undefined>
  /**
   * Failures of single objects are part of the result. With `isRepeated` the step may have been done before, completely or in
   * part: it must find out what is left.
   * @throws AppError that affects everything, storage errors converted
   */
  run(sides: Sides, spec: Spec, step: Step, isRepeated: boolean): Promise<StepResult>
}
