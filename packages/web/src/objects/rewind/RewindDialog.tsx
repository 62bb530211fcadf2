import { timeZone } from '../../shared/text/intl.ts'
import '../../messages/en/rewind.ts'
import { Switch } from '@mantine/core'
import { useState } from 'react'
import { useTexts } from '../../messages/use-texts.ts'
import { DateTimeField } from '../../shared/fields/DateTimeField.tsx'
import { ModalForm } from '../../shared/ModalForm.tsx'
import { localText, momentOf } from './moment.ts'

interface RewindDialogProps {
  /** The current rewind time, an ISO time; '' for the present. */
  rewind: string
  onClose: () => void
  /** Called with an ISO time, or '' for the present. */
  onChoose: (rewind: string) => void
}

/** Chooses the time as of which a bucket is shown, or the present (spec object-browser 4). */
export function RewindDialog({ rewind, onClose, onChoose }: RewindDialogProps) {
  const t = useTexts('rewind')
  const [text, setText] = useState(() => (rewind === '' ? '' : localText(rewind)))
  const [isCurrent, setCurrent] = useState(false)
  const moment = momentOf(text)
  const isFuture = moment !== undefined && Date.parse(moment) > Date.now() + 999
  const problem = isFuture ? t('future') : undefined
  return (
    <ModalForm
      title={t('title')}
      onClose={onClose}
      onSubmit={() => {
        onClose()
        onChoose(isCurrent ? '' : (moment ?? ''))
      }}
      submitLabel={t(isCurrent ? 'showCurrent' : 'showRewind')}
      disabledReason={isCurrent ? undefined : moment === undefined ? t('missing') : problem}
    >
      <p>{t('purpose')}</p>
      {rewind !== '' && (
        <Switch
          label={t('status')}
          description={t('statusHint')}
          checked={isCurrent}
          onChange={(event) => setCurrent(event.currentTarget.checked)}
        />
      )}
      {!isCurrent && (
        <DateTimeField
          hasSeconds
          hasFocus
          max={localText(new Date().toISOString())}
          label={t('moment')}
          description={t('zone', { zone: timeZone() })}
          error={problem}
          value={text}
          onChange={setText}
        />
      )}
    </ModalForm>
  )
}
