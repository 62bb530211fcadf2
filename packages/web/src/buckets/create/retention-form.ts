import {
  type getRetention,
  MAX_VALIDITY,
  type RetentionMode,
  type RetentionRequest,
  type RetentionUnit,
  type RouteResponse,
} from '@cooperage/contract'

/** The values of the retention fields. */
export interface RetentionForm {
  mode: RetentionMode
  unit: RetentionUnit
  validity: string
}

/** The initial values of the specification (core-console 4). */
export const RETENTION_DEFAULTS: RetentionForm = { mode: 'compliance', unit: 'days', validity: '1' }

/** A stored retention; undefined if there is none. */
export function retentionFormOf(stored: RouteResponse<typeof getRetention>): RetentionForm | undefined {
  const { mode, unit, validity } = stored
  return mode === '' || unit === '' ? undefined : { mode, unit, validity: String(validity) }
}

/** Why the form can't be submitted; undefined if it can: validity must be a number of at least 1 (spec core-console 5). */
export function retentionProblem({ validity, unit }: RetentionForm): 'validityMissing' | 'validityTooLong' | undefined {
  const number = validityOf(validity)
  if (!Number.isInteger(number) || number < 1) return 'validityMissing'
  return number > MAX_VALIDITY[unit] ? 'validityTooLong' : undefined
}

export function toRetention({ mode, unit, validity }: RetentionForm): RetentionRequest {
  return { mode, unit, validity: validityOf(validity) }
}

function validityOf(text: string): number {
  return text.trim() === '' ? Number.NaN : Number(text)
}
