import { ActionIcon, Button } from '@mantine/core'
import { IconChevronDown, IconDots } from '@tabler/icons-react'
import { useTexts } from '../../messages/use-texts.ts'
import { CloseButton } from '../CloseButton.tsx'
import { ExplainedButton } from '../ExplainedButton.tsx'
import { ActionMenu, type MenuEntry } from '../overlay/ActionMenu.tsx'
import { formatCount } from '../text/numbers.ts'
import classes from './SelectionBar.module.css'

/** An action on all selected rows. */
export interface SelectionAction extends MenuEntry {
  /** In a menu after the buttons: for less common actions. */
  isInMenu?: boolean
}

interface SelectionBarProps {
  count: number
  /** Says what is selected, if that is more than a count. */
  summary?: string | undefined
  actions: readonly SelectionAction[]
  isCompact: boolean
  onClear: () => void
}

/** Buttons that fit beside the menu on a phone. */
const COMPACT_BUTTONS = 2

/**
 * What can be done with the selected rows of a list. It appears with the first of them at the end of the list's card, where it
 * moves no row under the pointer, and Tab reaches it from the rows. The count is announced: its element is always there.
 */
export function SelectionBar({ count, summary, actions, isCompact, onClear }: SelectionBarProps) {
  const t = useTexts()
  const isShown = count > 0
  const placed = actions.filter(({ isInMenu }) => !isInMenu)
  const buttons = isCompact ? placed.slice(0, COMPACT_BUTTONS) : placed
  const rest = actions.filter((action) => !buttons.includes(action))
  return (
    <div
      className={classes.bar}
      {...(isShown && { role: 'group', 'aria-label': t('selection.label'), 'data-selection-bar': true })}
    >
      <div className={classes.count} aria-live="polite">
        {isShown && (summary ?? t('pickList.selected', { count, number: formatCount(count) }))}
      </div>
      {isShown && (
        <>
          <CloseButton label={t('selection.clear')} onClick={onClear} />
          <div className={classes.actions}>
            {buttons.map(({ id, label, icon: Icon, disabledReason, onSelect, isDestructive = false }) => (
              <ExplainedButton
                key={id}
                variant="default"
                leftSection={Icon && <Icon size={16} />}
                {...(isDestructive && { 'data-destructive': true })}
                disabledReason={disabledReason}
                onClick={() => onSelect?.()}
              >
                {label}
              </ExplainedButton>
            ))}
            {rest.length > 0 && (
              <ActionMenu width={240} entries={rest}>
                {(opener) =>
                  isCompact ? (
                    <ActionIcon {...opener} variant="default" size={36} aria-label={t('selection.more')}>
                      <IconDots size={20} />
                    </ActionIcon>
                  ) : (
                    <Button {...opener} variant="default" rightSection={<IconChevronDown size={16} />}>
                      {t('selection.more')}
                    </Button>
                  )
                }
              </ActionMenu>
            )}
          </div>
        </>
      )}
    </div>
  )
}
