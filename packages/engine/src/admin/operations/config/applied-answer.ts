import type { Answer } from '../../../http/answer.ts'

/** Without the header a client says that a restart is needed. */
export function appliedAnswer(isApplied: boolean): Answer {
  return { status: 200, headers: isApplied ? { 'x-minio-config-applied': 'true' } : {} }
}
