import type { Action } from '@codemirror/lint'
import { Button } from '@mantine/core'
import { IconAlertTriangle, IconCircleX, IconInfoCircle } from '@tabler/icons-react'
import { useTexts } from '../../messages/use-texts.ts'
import classes from './code-editor.module.css'
import type { Finding } from './findings.ts'

interface FindingListProps {
  label: string
  findings: readonly Finding[]
  onSelect: (finding: Finding) => void
  /** Absent if the text can't be changed. */
  onAction: ((finding: Finding, action: Action) => void) | undefined
}

const ICONS = { error: IconCircleX, warning: IconAlertTriangle, info: IconInfoCircle, hint: IconInfoCircle }

/** The findings, line by line, each a link to its position, for users who don't see the marks in the text. */
export function FindingList({ label, findings, onSelect, onAction }: FindingListProps) {
  const t = useTexts('codeEditor')
  return (
    <div role="status">
      {findings.length > 0 && (
        <ul className={classes.findings} aria-label={label}>
          {findings.map((finding) => {
            const { from, line, severity, message, actions } = finding
            const Icon = ICONS[severity]
            return (
              <li key={`${from} ${message}`}>
                <button type="button" className={classes.finding} onClick={() => onSelect(finding)}>
                  <Icon size={16} role="img" aria-label={t(`severity.${severity}`)} data-severity={severity} />
                  <span>
                    <span className={classes.line}>{t('line', { line })}</span> {message}
                  </span>
                </button>
                {onAction &&
                  actions.map((action) => (
                    <Button
                      key={action.name}
                      variant="subtle"
                      size="compact-xs"
                      ml="lg"
                      onClick={() => onAction(finding, action)}
                    >
                      {action.name}
                    </Button>
                  ))}
              </li>
            )
          })}
        </ul>
      )}
    </div>
  )
}
