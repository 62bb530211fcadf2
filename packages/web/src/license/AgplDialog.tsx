import '../messages/en/license.ts'
import agpl from 'spdx-license-list/licenses/AGPL-3.0-only.json'
import { useTexts } from '../messages/use-texts.ts'
import { Dialog } from '../shared/Dialog.tsx'
import layout from '../shared/layout.module.css'
import { useFocusReturn } from '../shared/use-focus-return.ts'
import classes from './license.module.css'

/** The text of the storage server's open source license. */
export function AgplDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts('license')
  useFocusReturn()
  return (
    <Dialog onClose={onClose} title={t('agplTitle')} size={760} classNames={{ title: layout.heading ?? '' }}>
      <p className={layout.note}>{t('agplNote')}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard can scroll it */}
      <pre className={classes.text} tabIndex={0}>
        {agpl.licenseText}
      </pre>
    </Dialog>
  )
}
