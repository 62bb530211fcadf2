import '../messages/en/shortcuts.ts'
import { Switch } from '@mantine/core'
import { Fragment } from 'react'
import { useTexts } from '../messages/use-texts.ts'
import { Dialog } from '../shared/Dialog.tsx'
import layout from '../shared/layout.module.css'
import { useFocusReturn } from '../shared/use-focus-return.ts'
import classes from './dialogs.module.css'
import type { FrameDialogProps } from './dialogs.ts'
import { menuFor } from './menu.ts'
import { preferences } from './preferences.ts'
import { IS_MAC } from './shortcuts.ts'

/** Lists the shortcuts, and turns single-key shortcuts off. */
export function ShortcutsDialog({ session, onClose }: FrameDialogProps) {
  const t = useTexts(['shell', 'shortcuts'])
  useFocusReturn()
  const { hasSingleKeys } = preferences.use()
  const pages = menuFor(session)
    .flatMap(({ items }) => items)
    .flatMap(({ key, label }) => (key === undefined ? [] : [{ keys: ['g', key], text: t(`menu.${label}`) }]))
  const command = IS_MAC ? '⌘' : t('controlKey')
  const lines = [
    { keys: [command, 'K'], text: t('palette.title') },
    { keys: ['/'], text: t('shortcuts:search') },
    ...pages,
    { keys: ['?'], text: t('shortcuts:help') },
  ]
  return (
    <Dialog
      onClose={onClose}
      title={t('shortcuts.title')}
      size={440}
      classNames={{ content: classes.surface ?? '', header: classes.surface ?? '', title: layout.heading ?? '' }}
    >
      <dl className={classes.shortcuts}>
        {lines.map(({ keys, text }) => (
          <div key={text} className={classes.line}>
            <dt>{text}</dt>
            <dd>
              {keys.map((key, index) => (
                <Fragment key={key}>
                  {index > 0 && ' '}
                  <kbd className={classes.shortcut}>{key}</kbd>
                </Fragment>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <Switch
        label={t('shortcuts:singleKeys')}
        description={t('shortcuts:singleKeysHint', { key: command })}
        checked={hasSingleKeys}
        onChange={(event) => preferences.set({ hasSingleKeys: event.currentTarget.checked })}
      />
    </Dialog>
  )
}
