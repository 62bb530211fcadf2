import { NativeSelect, Textarea } from '@mantine/core'
import { useState } from 'react'
import { useTexts } from '../../messages/use-texts.ts'
import { copyText } from '../../shared/copy-text.ts'
import { showNotice } from '../../shared/feedback/messages.ts'
import layout from '../../shared/layout.module.css'
import { ModalForm } from '../../shared/ModalForm.tsx'
import classes from '../objects.module.css'
import { downloadCommands, SERVER_ALIAS, TOOLS } from './download-commands.ts'

interface CommandsDialogProps {
  bucket: string
  prefix: string
  /** Keys, and folders, which end in a slash. */
  paths: readonly string[]
  onClose: () => void
}

/** Commands that download a selection with another client. */
export function CommandsDialog({ bucket, prefix, paths, onClose }: CommandsDialogProps) {
  const t = useTexts(['objects', 'shared'])
  const [tool, setTool] = useState<(typeof TOOLS)[number]>('mc')
  const [isRefused, setRefused] = useState(false)
  const commands = downloadCommands(tool, { bucket, prefix, paths })
  const copy = async () => {
    if (!(await copyText(commands))) return setRefused(true)
    showNotice(t('commands.copied'))
    onClose()
  }
  return (
    <ModalForm
      title={t('commands.title')}
      onClose={onClose}
      onSubmit={() => void copy()}
      submitLabel={t('commands.copy')}
    >
      <NativeSelect
        label={t('commands.tool')}
        value={tool}
        data={TOOLS.map((value) => ({ value, label: t(`commands.tools.${value}`) }))}
        onChange={(event) => setTool(TOOLS.find((one) => one === event.currentTarget.value) ?? 'mc')}
      />
      <Textarea
        label={t('commands.list')}
        readOnly
        data-autofocus
        rows={Math.min(10, Math.max(3, paths.length))}
        value={commands}
        error={isRefused && t('commands.copyByHand')}
        onFocus={(event) => event.currentTarget.select()}
        classNames={{ input: classes.code ?? '' }}
      />
      <p className={layout.note}>{t(`commands.setUp.${tool}`, { alias: SERVER_ALIAS })}</p>
    </ModalForm>
  )
}
