import { Button } from '@mantine/core'
import { IconRadar2 } from '@tabler/icons-react'
import { useTexts } from '../../messages/use-texts.ts'
import { ErrorState } from '../../shared/ErrorState.tsx'
import layout from '../../shared/layout.module.css'
import { StaleNotice } from '../../shared/StaleNotice.tsx'
import { formatAge, formatCount } from '../../shared/text/numbers.ts'
import { useNow } from '../../shared/use-now.ts'
import classes from './exposure.module.css'
import type { useScan } from './use-scan.ts'

interface ScanBarProps {
  scan: ReturnType<typeof useScan>
  isBusy: boolean
  onAgain: () => void
}

/** The age or the progress of the scan, and the button to repeat it. */
export function ScanBar({ scan, isBusy, onAgain }: ScanBarProps) {
  const t = useTexts('exposure')
  const now = useNow()
  const { shown, isWhole, progress, isRunning, error } = scan
  const counts = (of: { total: number; left: readonly string[] }) => ({
    done: formatCount(of.total - of.left.length),
    total: formatCount(of.total),
  })
  const text = () => {
    if (isRunning) return progress ? t('scan.running', counts(progress)) : t('scan.starting')
    if (isWhole) return t('scan.scanned', { age: formatAge(Math.max(0, now - scan.scannedAt)) })
    return shown ? t('scan.partly', counts(shown)) : ''
  }
  return (
    <>
      <div className={classes.bar}>
        {/* Busy: screen readers announce only the result, not each step. */}
        <p className={layout.note} role="status" aria-busy={isRunning}>
          {text()}
        </p>
        <Button
          variant="default"
          leftSection={<IconRadar2 size={16} />}
          aria-busy={isBusy}
          // Not disabled: it would lose the focus.
          {...(isBusy ? { 'aria-disabled': true, 'data-disabled': true } : { onClick: onAgain })}
        >
          {t('scan.again')}
        </Button>
      </div>
      {error &&
        (shown ? (
          <StaleNotice error={error} onRetry={scan.resume} />
        ) : (
          <ErrorState error={error} onRetry={scan.resume} isRetrying={isRunning} />
        ))}
    </>
  )
}
