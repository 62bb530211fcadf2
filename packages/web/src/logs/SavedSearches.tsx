import { forgetSearch, listSavedSearches, saveSearch } from '@cooperage/contract'
import { Button, TextInput } from '@mantine/core'
import { IconBookmark } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTexts } from '../messages/use-texts.ts'
import { apiQuery, useApiMutation, useApiQuery } from '../shared/api/use-api.ts'
import { CloseButton } from '../shared/CloseButton.tsx'
import { ExplainedButton } from '../shared/ExplainedButton.tsx'
import layout from '../shared/layout.module.css'
import { ModalForm } from '../shared/ModalForm.tsx'
import { plainName } from '../shared/text/visible-name.ts'
import { useDialogs } from '../shared/use-dialogs.tsx'
import classes from './logs.module.css'

interface SavedSearchesProps {
  /** What the search box says. */
  text: string
  onChoose: (text: string) => void
}

/** The account's saved searches, and the dialog that saves the present one. */
export function SavedSearches({ text, onChoose }: SavedSearchesProps) {
  const t = useTexts('logSearch')
  const client = useQueryClient()
  const { data } = useApiQuery(listSavedSearches, {})
  const { open, dialog } = useDialogs({ save: (close) => <SaveDialog text={text} onClose={close} /> })
  const forget = useApiMutation(forgetSearch, {
    onSuccess: (saved) => {
      client.setQueryData(apiQuery(listSavedSearches, {}).queryKey, saved)
    },
  })
  const searches = data?.searches ?? []
  return (
    <>
      <ExplainedButton
        variant="default"
        leftSection={<IconBookmark size={16} />}
        disabledReason={text.trim() === '' ? t('saved.searchMissing') : undefined}
        onClick={() => open('save')}
      >
        {t('saved.save')}
      </ExplainedButton>
      {searches.length > 0 && (
        <ul className={`${layout.row} ${classes.saved}`} aria-label={t('saved.label')}>
          {searches.map((search) => (
            <li key={search.name}>
              <Button size="xs" variant="default" title={search.text} onClick={() => onChoose(search.text)}>
                {plainName(search.name)}
              </Button>
              <CloseButton
                label={t('saved.forget', { name: plainName(search.name) })}
                onClick={() => forget.mutate({ query: { name: search.name } })}
              />
            </li>
          ))}
        </ul>
      )}
      {dialog}
    </>
  )
}

function SaveDialog({ text, onClose }: { text: string; onClose: () => void }) {
  const t = useTexts('logSearch')
  const client = useQueryClient()
  const [name, setName] = useState(text.slice(0, 100))
  const save = useApiMutation(saveSearch, {
    onSuccess: (saved) => {
      client.setQueryData(apiQuery(listSavedSearches, {}).queryKey, saved)
      onClose()
    },
  })
  return (
    <ModalForm
      title={t('saved.title')}
      onClose={onClose}
      onSubmit={() => save.mutate({ body: { name: name.trim(), text } })}
      submitLabel={t('saved.save')}
      call={save}
      disabledReason={name.trim() === '' ? t('saved.nameMissing') : undefined}
    >
      <TextInput
        label={t('saved.name')}
        maxLength={100}
        data-autofocus
        value={name}
        onChange={({ currentTarget: { value } }) => setName(value)}
      />
      <code className={classes.savedText}>{plainName(text)}</code>
    </ModalForm>
  )
}
