/** What is wrong with the definition of a job, in words, and at its line of an editor. */
import type { LintSource } from '@codemirror/lint'
import { findInBatchJob, JOB_WARNINGS, type JobFinding, MAX_JOB_YAML } from '@cooperage/contract'
import type { Translate } from '../messages/use-texts.ts'
import { ApiError } from '../shared/api/api-error.ts'
import { call } from '../shared/api/call.ts'
import { plainName } from '../shared/text/visible-name.ts'

export const isWarning = ({ problem }: JobFinding) => JOB_WARNINGS.includes(problem)

export function findingText(t: Translate<'batchJobs'>, { problem, field, value, detail }: JobFinding): string {
  const values = { field: plainName(field), detail: plainName(detail) }
  if (problem !== 'wrongValue') return t(`findings.${problem}`, values)
  return value === null ? t('findings.oneOf', values) : t(`findings.values.${value}`, values)
}

/** Asks the console, which connects nowhere for this. */
export function jobFindings(t: Translate<'batchJobs'>): LintSource {
  return async ({ state: { doc } }) => {
    const yaml = doc.toString()
    if (yaml.trim() === '' || yaml.length > MAX_JOB_YAML) return []
    const at = (line: number) => {
      const { from, to } = doc.line(Math.min(Math.max(line, 1), doc.lines))
      return { from, to }
    }
    try {
      const { findings } = await call(findInBatchJob, { body: { yaml } })
      return findings.map((finding) => ({
        ...at(finding.line),
        severity: isWarning(finding) ? 'warning' : 'error',
        message: findingText(t, finding),
      }))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      return [{ ...at(1), severity: 'info', message: t('start.yamlUnchecked', { reason: error.message }) }]
    }
  }
}
