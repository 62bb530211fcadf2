import { IconDownload } from '@tabler/icons-react'
import { useTexts } from '../messages/use-texts.ts'
import { ExplainedButton } from '../shared/ExplainedButton.tsx'
import layout from '../shared/layout.module.css'
import { useDialogs } from '../shared/use-dialogs.tsx'
import classes from './iam-backup.module.css'
import { ExportDialog, useDenied } from './index.ts'

const CONTENT = ['users', 'keys', 'groups', 'policies'] as const

export function ExportCard() {
  const t = useTexts('iamBackup')
  const { exportIam: exportDenied } = useDenied('', 'exportIam')
  const { open, dialog } = useDialogs({ export: (close) => <ExportDialog onClose={close} /> })
  return (
    <section className={`${layout.card} ${classes.text}`} aria-labelledby="iam-export">
      <h2 id="iam-export" className={layout.heading}>
        {t('export.title')}
      </h2>
      <p>{t('export.text')}</p>
      <p>{t('export.contents')}</p>
      <ul>
        {CONTENT.map((one) => (
          <li key={one}>{t(`export.content.${one}`)}</li>
        ))}
      </ul>
      <p className={layout.muted}>{t('export.without')}</p>
      <div className={classes.foot}>
        <ExplainedButton
          leftSection={<IconDownload size={16} />}
          disabledReason={exportDenied}
          onClick={() => open('export')}
        >
          {t('export.action')}
        </ExplainedButton>
      </div>
      {dialog}
    </section>
  )
}
