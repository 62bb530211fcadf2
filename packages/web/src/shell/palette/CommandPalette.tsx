import { Modal, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react'
import { useTexts } from '../../messages/use-texts.ts'
import layout from '../../shared/layout.module.css'
import { useFocusReturn } from '../../shared/use-focus-return.ts'
import classes from '../dialogs.module.css'
import type { FrameDialogProps } from '../dialogs.ts'
import { type Command, matchingCommands } from './commands.ts'
import { useCommandGroups } from './use-command-groups.ts'

/**
 * Goes anywhere and runs any command by typing part of its name. The field keeps the focus while arrow keys move through the
 * list, which screen readers follow through aria-activedescendant.
 */
export function CommandPalette({ session, onClose, onOpen, typed: typedBefore }: FrameDialogProps) {
  const t = useTexts(['shell', 'shared'])
  useFocusReturn()
  const listId = useId()
  const [typed, setTyped] = useState(typedBefore)
  const { groups, isLoading } = useCommandGroups(session, onOpen, typed.trim() !== '')
  const { groups: shown, moreCount } = useMemo(() => matchingCommands(groups, typed), [groups, typed])
  const commands = shown.flatMap((group) => group.commands)
  const [activeId, setActiveId] = useState('')
  const active = Math.max(
    0,
    commands.findIndex(({ id }) => id === activeId),
  )
  const optionId = (index: number) => `${listId}-${index}`

  const activeOption = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the active entry or its position has changed
  useEffect(() => {
    activeOption.current?.scrollIntoView({ block: 'nearest' })
  }, [active, typed])

  const run = (command: Command | undefined) => {
    if (!command) return
    onClose()
    command.run()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }[event.key]
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault()
      run(commands[active])
    } else if (step !== undefined && commands.length > 0) {
      event.preventDefault()
      const last = commands.length - 1
      const wraps = Math.abs(step) === 1
      const next = active + step
      const to = wraps ? (next + commands.length) % commands.length : Math.min(last, Math.max(0, next))
      setActiveId(commands[to]?.id ?? '')
    }
  }

  let index = -1
  return (
    <Modal.Root
      opened
      onClose={onClose}
      size={560}
      yOffset="12vh"
      classNames={{ content: classes.content ?? '' }}
      transitionProps={{ duration: 120 }}
    >
      <Modal.Overlay color="var(--coop-backdrop)" backgroundOpacity={1} />
      <Modal.Content aria-label={t('palette.title')} radius={10}>
        <TextInput
          className={classes.field}
          variant="unstyled"
          size="md"
          role="combobox"
          aria-label={t('palette.title')}
          aria-expanded
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={commands.length > 0 ? optionId(active) : undefined}
          placeholder={t('palette.placeholder')}
          // Immediately, before the dialog's own focus handling: what is typed next belongs here.
          autoFocus
          data-autofocus
          leftSection={<IconSearch size={18} aria-hidden="true" />}
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value)
            setActiveId('')
          }}
          onKeyDown={onKeyDown}
        />
        <div id={listId} role="listbox" aria-label={t('palette.title')} className={classes.options}>
          {shown.map((group) => (
            // biome-ignore lint/a11y/useSemanticElements: a group of options, not of fields
            <div key={group.id} role="group" aria-label={group.label} className={classes.group}>
              <div aria-hidden="true" className={classes.head}>
                {group.label}
              </div>
              {group.commands.map((command) => {
                index += 1
                const isActive = index === active
                const { icon: Icon } = command
                return (
                  // biome-ignore lint/a11y/useKeyWithClickEvents: the field takes the keys
                  <div
                    key={command.id}
                    id={optionId(index)}
                    ref={isActive ? activeOption : null}
                    role="option"
                    tabIndex={-1}
                    aria-selected={isActive}
                    className={classes.option}
                    onMouseMove={() => setActiveId(command.id)}
                    onClick={() => run(command)}
                  >
                    <Icon size={18} aria-hidden="true" />
                    <span className={layout.cut}>{command.label}</span>
                    {command.hint !== undefined && <span className={classes.keys}>{command.hint}</span>}
                    {command.keys !== undefined && <kbd className={classes.keys}>{command.keys}</kbd>}
                  </div>
                )
              })}
            </div>
          ))}
        </div>
        <p role="status" className={classes.note}>
          {commands.length === 0
            ? t(isLoading ? 'shared:loading' : 'palette.nothing')
            : moreCount > 0 && t('palette.more', { count: moreCount })}
        </p>
      </Modal.Content>
    </Modal.Root>
  )
}
