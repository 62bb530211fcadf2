import type { CheckSummary, Finding } from './finding.ts'

/** What the process that reads a data folder tells the one that started it, a line of JSON each. */
export type CheckMessage =
  | { finding: Finding }
  | { alive: true }
  | { done: CheckSummary }
  | { brokeOff: string }
  | { failed: string }
