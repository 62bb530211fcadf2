import '../messages/en/license.ts'
import { Modal } from '@mantine/core'
import agpl from 'spdx-license-list/licenses/AGPL-3.0-only.json'
import { useTexts } from '../messages/use-texts.ts'
import layout from '../shared/layout.module.css'
import { useFocusReturn } from '../shared/use-focus-return.ts'
import classes from './license.module.css'

/** The text of the storage server's open source license. */
export function AgplDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts(['license', 'shared'])
  useFocusReturn()
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('license:agplTitle')}
      centered
      size={760}
      padding="lg"
      radius={10}
      classNames={{ title: layout.heading ?? '' }}
      closeButtonProps={{ 'aria-label': t('shared:close') }}
      overlayProps={{ color: 'var(--coop-backdrop)', backgroundOpacity: 1 }}
    >
      <p className={layout.note}>{t('license:agplNote')}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard can scroll it */}
      <pre className={classes.text} tabIndex={0}>
        {agpl.licenseText}
      </pre>
    </Modal>
  )
}
