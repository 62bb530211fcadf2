import { Button, NativeSelect } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useState } from 'react'
import { useTexts } from '../../messages/use-texts.ts'
import { localMinute } from '../../navigation/paths/logs.ts'
import { fromLocalText, RANGE_MINUTES, REFRESH_SECONDS, type TimeRange } from '../../shared/charts/time-range.ts'
import classes from '../../shared/charts/widgets.module.css'
import { ExplainedButton } from '../../shared/ExplainedButton.tsx'
import { DateTimeField } from '../../shared/fields/DateTimeField.tsx'
import layout from '../../shared/layout.module.css'

interface BoardToolbarProps {
  range: TimeRange
  bounds: { start: number; end: number }
  /** Also called to load the same range again. */
  onRange: (range: TimeRange) => void
  refreshSeconds: number
  onRefreshSeconds: (seconds: number) => void
}

/** Ranges with one click, start and end, and how often the widgets are refreshed. */
export function BoardToolbar({ range, bounds, onRange, refreshSeconds, onRefreshSeconds }: BoardToolbarProps) {
  const t = useTexts('widgets')
  const [draft, setDraft] = useState<{ start?: string; end?: string }>({})
  const startText = draft.start ?? localMinute(bounds.start)
  const endText = draft.end ?? localMinute(bounds.end)
  const start = fromLocalText(startText)
  const end = fromLocalText(endText)
  const isEdited = draft.start !== undefined || draft.end !== undefined
  const problem =
    start === undefined || end === undefined ? t('incomplete') : isEdited && start >= end ? t('backwards') : undefined
  const choose = (next: TimeRange) => {
    setDraft({})
    onRange(next)
  }
  const sync = () => {
    if (start === undefined || end === undefined) return
    choose(isEdited ? { start, end } : range)
  }
  return (
    <div className={classes.toolbar}>
      <fieldset className={`${layout.group} ${layout.row}`} aria-label={t('ranges.label')}>
        {RANGE_MINUTES.map((minutes) => {
          const isChosen = 'minutes' in range && range.minutes === minutes && !isEdited
          return (
            <Button
              key={minutes}
              size="compact-md"
              variant={isChosen ? 'light' : 'default'}
              aria-pressed={isChosen}
              onClick={() => choose({ minutes })}
            >
              {t(`ranges.m${minutes}`)}
            </Button>
          )
        })}
      </fieldset>
      <div className={classes.times}>
        <DateTimeField label={t('start')} value={startText} onChange={(start) => setDraft({ ...draft, start })} />
        <DateTimeField label={t('end')} value={endText} onChange={(end) => setDraft({ ...draft, end })} />
        <ExplainedButton
          variant="default"
          leftSection={<IconRefresh size={16} />}
          disabledReason={problem}
          onClick={sync}
        >
          {t('sync')}
        </ExplainedButton>
        <NativeSelect
          label={t('refresh.label')}
          value={String(refreshSeconds)}
          data={REFRESH_SECONDS.map((seconds) => ({ value: String(seconds), label: t(`refresh.s${seconds}`) }))}
          onChange={(event) => onRefreshSeconds(Number(event.currentTarget.value))}
        />
      </div>
    </div>
  )
}
