import type { CheckSummary, Finding } from './finding.ts'

/** Messages from the checking process to its parent, one line of JSON each. */
export type CheckMessage =
  | { finding: Finding }
  | { alive: true }
  | { done: CheckSummary }
  | { brokeOff: string }
  | { failed: string }
