import type { SocketQuery, TraceKind, watchTrace } from '@cooperage/contract'

export interface TraceForm {
  kinds: readonly TraceKind[]
  /** In milliseconds; '' for none. */
  threshold: string
  statusCode: string
  method: string
  funcname: string
  path: string
  onlyErrors: boolean
}

export const FIRST_FORM: TraceForm = {
  kinds: ['s3'],
  threshold: '',
  statusCode: '',
  method: '',
  funcname: '',
  path: '',
  onlyErrors: false,
}

/** The query of the live view. */
export function traceQuery({ kinds, threshold, onlyErrors, ...texts }: TraceForm): SocketQuery<typeof watchTrace> {
  return {
    ...texts,
    calls: kinds.join(','),
    threshold: String(Math.round(Math.max(0, Number(threshold) || 0) * 1e6)),
    onlyErrors: onlyErrors ? 'yes' : 'no',
  }
}
