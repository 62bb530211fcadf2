import '../../messages/en/live.ts'

const FAILURES = {
  '': 'noSocket',
  AccessDenied: 'denied',
  NoSuchBucket: 'noBucket',
  NotInThisSetup: 'unsupported',
  StorageUnreachable: 'outage',
  StorageTimeout: 'outage',
} as const

/** Which of the messages `live:failures` says why a live view failed. `code`: of the error catalog, '' without a connection. */
export function failureOf(code: string): (typeof FAILURES)[keyof typeof FAILURES] | 'other' {
  return Object.hasOwn(FAILURES, code) ? FAILURES[code as keyof typeof FAILURES] : 'other'
}
