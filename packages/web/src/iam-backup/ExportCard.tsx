import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ExplainedButton } from '../shared/ExplainedButton.tsx'
import classes from './IamBackupPage.module.css'
import { ExportDialog, useDenied } from './index.ts'

const CONTENT = ['users', 'keys', 'groups', 'policies'] as const

export function ExportCard() {
  const { t } = useTranslation('iamBackup')
  const { exportIam: exportDenied } = useDenied('', 'exportIam')
  const [isAsking, setAsking] = useState(false)
  return (
    <section className={classes.card} aria-labelledby="iam-export">
      <h2 id="iam-export">{t('export.title')}</h2>
      <p>{t('export.text')}</p>
      <p>{t('export.contents')}</p>
      <ul>
        {CONTENT.map((one) => (
          <li key={one}>{t(`export.content.${one}`)}</li>
        ))}
      </ul>
      <p className={classes.muted}>{t('export.without')}</p>
      <div className={classes.foot}>
        <ExplainedButton
          leftSection={<IconDownload size={16} />}
          disabledReason={exportDenied}
          onClick={() => setAsking(true)}
        >
          {t('export.action')}
        </ExplainedButton>
      </div>
      {isAsking && <ExportDialog onClose={() => setAsking(false)} />}
    </section>
  )
}
