import { KubeError } from '@cooperage/kube-client'
import { MAX_FINDINGS } from '../shared/computations/yaml-document.ts'

interface RefusedField {
  /** As the API server writes it: `spec.pools[0].servers`; '' for the whole object. */
  field: string
  message: string
}

/** What the API server refuses about an object; undefined if the failure isn't about its content. */
export function refusedFields(error: unknown): RefusedField[] | undefined {
  if (!(error instanceof KubeError) || (error.code !== 'Invalid' && error.code !== 'BadRequest')) return undefined
  const unknown = [...error.message.matchAll(/unknown field "([^"]+)"/g)].map(([message, field = '']) => ({
    field,
    message,
  }))
  // Without a field it only says that there would be more to check.
  const causes = error.causes.filter(({ field }) => field !== '')
  const found = [...unknown, ...causes.map(({ field, message }) => ({ field, message: `${field}: ${message}` }))]
  return found.length === 0 ? [{ field: '', message: error.message }] : found.slice(0, MAX_FINDINGS)
}
