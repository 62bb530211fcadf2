import type { PolicyFinding } from '@cooperage/contract'
import { IconAlertTriangle, IconCircleX, IconInfoCircle } from '@tabler/icons-react'
import { useTexts } from '../../messages/use-texts.ts'
import { findingText } from '../editor/use-policy-help.ts'
import classes from './visual.module.css'

const ICONS = { error: IconCircleX, warning: IconAlertTriangle, info: IconInfoCircle }

/** What the check of a policy says about a part of it. */
export function Findings({ findings }: { findings: readonly PolicyFinding[] }) {
  const t = useTexts('policies')
  return (
    <div role="status" className={classes.status}>
      {findings.length > 0 && (
        <ul className={classes.findings}>
          {findings.map((finding) => {
            const Icon = ICONS[finding.severity]
            return (
              <li key={`${finding.code} ${finding.from}`} data-severity={finding.severity}>
                <Icon size={16} aria-hidden="true" />
                <span>{findingText(finding, t)}</span>
              </li>
            )
          })}
        </ul>
      )}
    </div>
  )
}
