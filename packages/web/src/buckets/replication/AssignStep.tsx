import { NativeSelect } from '@mantine/core'
import { useTexts } from '../../messages/use-texts.ts'
import { FailureMark } from '../../shared/FailureMark.tsx'
import type { Assignment } from './assignment.ts'
import classes from './replication.module.css'

interface AssignStepProps {
  rows: readonly Assignment[]
  onChange: (rows: Assignment[]) => void
  /** The buckets of the other server. */
  remote: readonly string[]
}

/** Step 2: the target bucket of each bucket. */
export function AssignStep({ rows, onChange, remote }: AssignStepProps) {
  const t = useTexts('replication')
  if (remote.length === 0) return <p>{t('several.noRemote')}</p>
  const options = remote.map((name) => ({ value: name, label: name }))
  const failed = rows.filter(({ problem }) => problem !== '').length
  return (
    <>
      <p>{t('several.assignHint')}</p>
      <div role="status">{failed > 0 && t('several.failedCount', { count: failed })}</div>
      <ul className={classes.rows} aria-label={t('several.steps.buckets')}>
        {rows.map(({ bucket, target, problem }) => (
          <li key={bucket} className={classes.row}>
            <span className={classes.name}>{bucket}</span>
            <NativeSelect
              aria-label={t('several.target', { bucket })}
              data-first-field
              data={[{ value: '', label: t('several.choose') }, ...options]}
              value={target}
              onChange={(event) =>
                onChange(
                  rows.map((row) =>
                    row.bucket === bucket ? { ...row, target: event.currentTarget.value, problem: '' } : row,
                  ),
                )
              }
            />
            {problem !== '' && <FailureMark label={t('several.failed', { bucket })} reason={problem} />}
          </li>
        ))}
      </ul>
    </>
  )
}
