import '../messages/en/cluster-storage.ts'
import { FORMAT_CONFIRMATION, type FormatIssue, formatDrives, listDrives } from '@cooperage/contract'
import { Switch, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTexts } from '../messages/use-texts.ts'
import { useChange } from '../shared/api/use-change.ts'
import { showNotice } from '../shared/feedback/messages.ts'
import { ModalForm } from '../shared/ModalForm.tsx'
import { formatCount } from '../shared/text/numbers.ts'
import { WarningNote } from '../shared/WarningNote.tsx'
import classes from './storage.module.css'

interface FormatDialogProps {
  /** `node:/dev/sdb` */
  drives: readonly string[]
  isAll: boolean
  onClose: () => void
  onDone: (issues: readonly FormatIssue[]) => void
}

/** Erases drives, after the exact text was typed (spec operator-mode 2). */
export function FormatDialog({ drives, isAll, onClose, onDone }: FormatDialogProps) {
  const t = useTexts('clusterStorage')
  const [typed, setTyped] = useState('')
  const [force, setForce] = useState(false)
  const format = useChange(formatDrives, {
    changes: [listDrives],
    onDone: ({ formatIssuesList }) => {
      if (formatIssuesList.length === 0) showNotice(t('format.done'))
      onClose()
      onDone(formatIssuesList)
    },
  })
  const count = { count: drives.length, number: formatCount(drives.length) }
  return (
    <ModalForm
      title={t(isAll ? 'format.titleAll' : 'format.title')}
      onClose={onClose}
      onSubmit={() => format.mutate({ body: { drives: [...drives], force } })}
      submitLabel={t('format.submit', count)}
      call={format}
      disabledReason={typed === FORMAT_CONFIRMATION ? undefined : t('format.missing')}
      isDestructive
    >
      <p>{t('format.drives', count)}</p>
      <ul className={classes.list}>
        {drives.map((drive) => (
          <li key={drive}>{drive}</li>
        ))}
      </ul>
      <Switch
        label={t('format.force')}
        description={t('format.forceHint')}
        checked={force}
        onChange={(event) => setForce(event.currentTarget.checked)}
      />
      <WarningNote>{t('format.warning')}</WarningNote>
      <TextInput
        label={t('format.typed')}
        description={t('format.typedHint', { text: FORMAT_CONFIRMATION })}
        data-autofocus
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
    </ModalForm>
  )
}
