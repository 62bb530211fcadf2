/** Marks what the cluster would refuse in the YAML of a tenant. */

import type { LintSource } from '@codemirror/lint'
import { checkTenantYaml, MAX_YAML } from '@cooperage/contract'
import { ApiError } from '../shared/api/api-error.ts'
import { call } from '../shared/api/call.ts'

interface Subject {
  namespace: string
  tenant: string
  /** The text as loaded, which needs no check. */
  original: string
  unchecked: (reason: string) => string
}

export function yamlFindings({ namespace, tenant, original, unchecked }: Subject): LintSource {
  return async ({ state: { doc } }) => {
    const yaml = doc.toString()
    if (yaml === original || yaml.trim() === '' || yaml.length > MAX_YAML) return []
    const at = (line: number) => {
      const { from, to } = doc.line(Math.min(Math.max(line, 1), doc.lines))
      return { from, to }
    }
    try {
      const { findings } = await call(checkTenantYaml, { params: { namespace, tenant }, body: { yaml } })
      return findings.map(({ line, message }) => ({ ...at(line), severity: 'error', message }))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      return [{ ...at(1), severity: 'info', message: unchecked(error.message) }]
    }
  }
}
