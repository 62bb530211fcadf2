import { Button } from '@mantine/core'
import { IconCopy, IconDownload } from '@tabler/icons-react'
import { useTexts } from '../../messages/use-texts.ts'
import { copyText } from '../../shared/copy-text.ts'
import layout from '../../shared/layout.module.css'
import { saveFile } from '../../shared/save-file.ts'
import classes from '../session.module.css'

/** New recovery codes, to keep: no call shows them again. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const t = useTexts('secondFactor')
  const text = `${codes.join('\n')}\n`
  return (
    <>
      <p>{t('codes.what')}</p>
      <ul className={classes.codes} aria-label={t('codes.title')} dir="ltr">
        {codes.map((code) => (
          <li key={code} className={classes.code}>
            {code}
          </li>
        ))}
      </ul>
      <div className={layout.row}>
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconCopy size={15} />}
          onClick={() => void copyText(text)}
        >
          {t('codes.copy')}
        </Button>
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconDownload size={15} />}
          onClick={() => saveFile('cooperage-recovery-codes.txt', new Blob([text], { type: 'text/plain' }))}
        >
          {t('codes.download')}
        </Button>
      </div>
    </>
  )
}
