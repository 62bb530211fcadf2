export { CheckError, checkFolder } from './check-folder.ts'
export { type CheckSummary, type Finding, PROBLEMS, type Problem } from './finding.ts'
