import type { AuditRecord } from '../src/shared/audit-trail.ts'

/** The records of a console's audit trail that are in its log. */
export function auditedIn({ log }: { log: readonly string[] }): AuditRecord[] {
  return log.flatMap((line) => (JSON.parse(line) as { audit?: AuditRecord }).audit ?? [])
}
