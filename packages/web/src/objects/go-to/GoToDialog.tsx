import '../../messages/en/go-to.ts'
import { TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type KeyboardEvent, useState } from 'react'
import { useTexts } from '../../messages/use-texts.ts'
import { useCurrentPath, useNavigation } from '../../navigation/navigation.ts'
import { parseBrowserPath } from '../../navigation/paths/objects.ts'
import type { ApiError } from '../../shared/api/api-error.ts'
import { ModalForm } from '../../shared/ModalForm.tsx'
import { folderOf } from '../entry.ts'
import { findPlace } from './find-place.ts'
import { optionId, SuggestionList } from './SuggestionList.tsx'
import { type TypedPath, typedPath } from './typed-path.ts'
import { useSuggestions } from './use-suggestions.ts'

/** A text field drops line breaks: a path with line breaks can be chosen but not completed. */
const UNTYPABLE = /[\r\n]/

/**
 * Opens a bucket, a folder or an object by its typed path. The field keeps the focus while arrow keys move through the
 * suggestions; Tab accepts one.
 */
export function GoToDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts('goTo')
  const { push } = useNavigation()
  const here = parseBrowserPath(useCurrentPath())
  const [text, setText] = useState(here ? `${here.bucket}/${folderOf(here.key)}` : '')
  const [active, setActive] = useState(-1)
  const suggestions = useSuggestions(text)
  const { found } = suggestions

  const go = useMutation<string | undefined, ApiError, TypedPath>({
    mutationFn: findPlace,
    onSuccess: (path) => {
      if (path === undefined) return
      onClose()
      push(path)
    },
  })
  const type = (value: string) => {
    go.reset()
    setText(value)
    setActive(-1)
  }
  /** A chosen folder can be completed further, an object opens. */
  const take = (path: string | undefined) => {
    if (path === undefined) return
    if (path.endsWith('/') && !UNTYPABLE.test(path)) type(path)
    else go.mutate(typedPath(path))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (event.nativeEvent.isComposing || found.length === 0) return
    if (step !== undefined) {
      event.preventDefault()
      // One more position than suggestions: the typed text itself.
      setActive(((active + 1 + step + found.length + 1) % (found.length + 1)) - 1)
    } else if (event.key === 'Enter' && active >= 0) {
      event.preventDefault()
      take(found[active])
    } else if (event.key === 'Tab' && !event.shiftKey) {
      const path = found[Math.max(0, active)]
      if (path === undefined || path === text || UNTYPABLE.test(path)) return
      event.preventDefault()
      type(path)
    }
  }

  return (
    <ModalForm
      title={t('title')}
      onClose={onClose}
      onSubmit={() => go.mutate(typedPath(text))}
      submitLabel={t('go')}
      call={go}
      disabledReason={typedPath(text).bucket === '' ? t('missing') : undefined}
      isWide
    >
      <TextInput
        label={t('path')}
        description={t('hint')}
        placeholder={t('placeholder')}
        error={go.isSuccess && go.data === undefined && t('notThere')}
        role="combobox"
        aria-expanded={found.length > 0}
        aria-controls="go-to-suggestions"
        aria-autocomplete="list"
        aria-activedescendant={active >= 0 ? optionId(active) : undefined}
        data-autofocus
        value={text}
        onChange={(event) => type(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <SuggestionList id="go-to-suggestions" suggestions={suggestions} active={active} onTake={take} />
    </ModalForm>
  )
}
