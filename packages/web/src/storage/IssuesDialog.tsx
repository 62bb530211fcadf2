import '../messages/en/cluster-storage.ts'
import type { FormatIssue } from '@cooperage/contract'
import { Button } from '@mantine/core'
import { useTexts } from '../messages/use-texts.ts'
import layout from '../shared/layout.module.css'
import { ModalForm } from '../shared/ModalForm.tsx'
import { saveFile } from '../shared/save-file.ts'
import classes from './storage.module.css'

export function IssuesDialog({ issues, onClose }: { issues: readonly FormatIssue[]; onClose: () => void }) {
  const t = useTexts('clusterStorage')
  const download = () =>
    saveFile('csiFormatErrors.json', new Blob([JSON.stringify(issues, null, 2)], { type: 'application/json' }))
  return (
    <ModalForm
      title={t('issues.title')}
      onClose={onClose}
      onSubmit={onClose}
      submitLabel={t('issues.done')}
      hasOneButton
      isWide
    >
      <p>{t('issues.text')}</p>
      <table className={`${layout.table} ${classes.issues}`} aria-label={t('issues.title')}>
        <thead>
          <tr>
            <th scope="col">{t('issues.columns.node')}</th>
            <th scope="col">{t('issues.columns.drive')}</th>
            <th scope="col">{t('issues.columns.message')}</th>
          </tr>
        </thead>
        <tbody>
          {issues.map(({ node, drive, error }) => (
            <tr key={`${node}:${drive}`}>
              <td>{node}</td>
              <td>{drive}</td>
              <td>{error}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <div>
        <Button variant="default" onClick={download}>
          {t('issues.download')}
        </Button>
      </div>
    </ModalForm>
  )
}
