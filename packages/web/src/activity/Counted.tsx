import { useTexts } from '../messages/use-texts.ts'
import layout from '../shared/layout.module.css'
import { formatCount } from '../shared/text/numbers.ts'

/** A count since the servers were started, and what of it was in the last minute. */
export function Counted({ total, lastMinute }: { total: number; lastMinute: number }) {
  const t = useTexts('activity')
  return (
    <>
      {formatCount(total)}
      <div className={layout.note}>{t('rate', { number: formatCount(lastMinute) })}</div>
    </>
  )
}
